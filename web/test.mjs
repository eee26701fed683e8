// Uses the page in a real Chromium like a reader, and checks its answers.
//
//   node web/test.mjs DIST [SCREENSHOTS]
//   node web/test.mjs ADDRESS               the page that `armistice page` serves there
//
// `playwright-core` and `axe-core` must be found from the working directory. A static page is served below a
// path, like on many hosts. ONLY=words runs the tests whose names contain these words.

import { Reader } from "./test/reader.mjs";
import { board } from "./test/board.mjs";
import { numbers } from "./test/numbers.mjs";
import { answers } from "./test/answers.mjs";
import { puzzles } from "./test/puzzles.mjs";
import { views } from "./test/views.mjs";
import { looks } from "./test/looks.mjs";
import { single } from "./test/single.mjs";

const reader = await Reader.begin(...process.argv.slice(2));
for (const tests of [numbers, board, answers, puzzles, views, looks, single]) await tests(reader);
await reader.end();

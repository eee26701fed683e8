//! Colours of pictures, for light and dark grounds. Armies differ in lightness and texture, not in colour
//! alone.

use armistice_base::named;

named! {
    /// Which colours a picture has.
    #[derive(Default)]
    pub enum Theme {
        /// Light or dark, as the reader has set.
        #[default]
        Auto = "auto",
        /// Brown on a light ground.
        Light = "light",
        /// Muted, on a dark ground.
        Dark = "dark",
        /// Black, white and grey, which spares ink.
        Print = "print",
    }
}

/// The style sheet of all themes.
const LIGHT: &str = "\
    .light{fill:#f1e4cf}\
    .dark{fill:none;stroke:#b58e68;stroke-width:45;stroke-dasharray:45}\
    .deep{fill:#b58e68}.medium{fill:#d6bb98}\
    .hole{fill:#444a52}\
    .piece{stroke:#22262b;stroke-width:1.6;stroke-linejoin:round}\
    .lines,.mark{stroke:currentColor;stroke-width:1.4;stroke-linecap:round;stroke-linejoin:round}\
    .lines{fill:none}\
    .first{fill:#fdfbf6;color:#22262b}\
    .second{fill:#3a4048;color:#f3ede0}\
    .third{fill:url(#hatched);color:#22262b}\
    .fourth{fill:url(#dotted);color:#22262b}\
    .letter{stroke-width:1.9}\
    .name{fill:none;stroke:#857c73;stroke-width:1.3;stroke-linecap:round;stroke-linejoin:round}\
    .attacks{fill:none;stroke:#2c5f9e;stroke-opacity:.75;stroke-width:10;stroke-linecap:round}\
    .conflict{fill:none;stroke:#c8261e;stroke-width:3;stroke-linecap:round}\
    .casing{fill:none;stroke:#fff;stroke-opacity:.8;stroke-width:5.6;stroke-linecap:round}\
    .large .dark{stroke:#e3d0b2}.large .deep{fill:#e3d0b2}.large .attacks{stroke-width:24}\
    .large .conflict{stroke-width:9}.large .casing{stroke-width:15}\
    .under-first{fill:#1d6a5c}.under-second{fill:#f2b632}.under-third{fill:#16304f}.under-fourth{fill:#7a1f1f}";

/// The differences on a dark ground.
const DARK: &str = "\
    .light{fill:#d8c8ae}.dark{stroke:#977350}.deep{fill:#977350}.medium{fill:#b89e7f}.hole{fill:#33383f}.name{stroke:#a59c92}\
    .large .dark{stroke:#c2ad8b}.large .deep{fill:#c2ad8b}";

/// The dark ground.
const GROUND: &str = ".ground{fill:#17191c}";

/// The differences on paper.
const PRINT: &str = "\
    .light{fill:#fff;stroke:#555;stroke-width:1.5}.dark{stroke:#cfcfcf}\
    .deep{fill:#cfcfcf;stroke:#555}.medium{fill:#e6e6e6;stroke:#555}.hole{fill:#6b6b6b}\
    .piece{stroke:#000}.first{fill:#fff;color:#000}.second{fill:#3a3a3a;color:#fff}.name{stroke:#222}\
    .attacks{stroke:#555}.conflict{stroke:#000}\
    .large .dark{stroke:#e2e2e2}.large .deep{fill:#e2e2e2}\
    .under-first{fill:#333}.under-second{fill:#fff}.under-third{fill:#999}.under-fourth{fill:#666}";

/// Returns the style sheet of a theme.
pub(super) fn style(theme: Theme) -> String {
    match theme {
        Theme::Auto => format!("{LIGHT}@media(prefers-color-scheme:dark){{{DARK}}}"),
        Theme::Light => LIGHT.to_owned(),
        Theme::Dark => format!("{LIGHT}{DARK}{GROUND}"),
        Theme::Print => format!("{LIGHT}{PRINT}"),
    }
}

/// The patterns of the third and the fourth army.
pub(super) const PATTERNS: &str = "\
    <pattern id=\"hatched\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">\
    <rect width=\"5\" height=\"5\" fill=\"#fdfbf6\"/><rect width=\"2.2\" height=\"5\" fill=\"#2f6fb0\"/></pattern>\n\
    <pattern id=\"dotted\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\">\
    <rect width=\"5\" height=\"5\" fill=\"#f6e58d\"/><circle cx=\"2.5\" cy=\"2.5\" r=\"1.3\" fill=\"#a3342a\"/></pattern>\n";

/// Returns the class of an army. The classes repeat after the fourth army.
pub(super) fn army(army: usize) -> &'static str {
    ["first", "second", "third", "fourth"][army % 4]
}

/// Returns whether an army has a pattern.
pub(super) fn is_patterned(army: usize) -> bool {
    army % 4 >= 2
}

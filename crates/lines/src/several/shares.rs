//! The numbers of ranks and files of each army, up to symmetry.

/// The numbers of ranks and files given to each army.
///
/// Every placement is an image of a placement with one of the listed shares, under the symmetries of the
/// rectangle and the exchange of armies of equal size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ArmyShare {
    /// The armies, ordered by the number of squares in their ranks and files that they can lose.
    pub(super) armies: Vec<usize>,
    /// The sizes of the armies, in this order.
    pub(super) sizes: Vec<usize>,
    /// The number of ranks of each army, in this order.
    pub(super) ranks: Vec<usize>,
    /// The number of files of each army, in this order.
    pub(super) files: Vec<usize>,
    /// For each army, the first army with the same size and the same share: armies with the same number here
    /// can be exchanged.
    pub(super) class: Vec<usize>,
    /// For each army, its image under the transposition of the board. `None` unless the board can be
    /// transposed and this keeps the share, up to an exchange of armies.
    pub(super) transposed: Option<Vec<usize>>,
}

impl ArmyShare {
    /// Makes a share. `transposed` uses the numbers of the armies in the arguments.
    fn new(sizes: &[usize], ranks: &[usize], files: &[usize], transposed: Option<&[usize]>) -> Self {
        let mut armies: Vec<usize> = (0..sizes.len()).collect();
        armies.sort_by_key(|&army| ranks[army] * files[army] - sizes[army]);
        let in_order = |numbers: &[usize]| armies.iter().map(|&army| numbers[army]).collect::<Vec<_>>();
        let (sizes, ranks, files) = (in_order(sizes), in_order(ranks), in_order(files));
        let kind = |army: usize| (sizes[army], ranks[army], files[army]);
        let class = (0..armies.len())
            .map(|army| (0..army).find(|&other| kind(other) == kind(army)).unwrap_or(army))
            .collect();
        let transposed = transposed.map(|image| {
            let place = |army: usize| armies.iter().position(|&other| other == army).unwrap_or(army);
            armies.iter().map(|&army| place(image[army])).collect()
        });
        Self { armies, sizes, ranks, files, class, transposed }
    }

    /// Estimates the number of labellings of the ranks, up to symmetry.
    pub(super) fn rank_labellings(&self) -> f64 {
        let mut ways = labellings(&self.ranks) / 2.0;
        for (army, class) in self.class.iter().enumerate() {
            ways /= self.class[..=army].iter().filter(|other| *other == class).count() as f64;
        }
        ways
    }
}

/// Returns all shares in which the ranks and files of each army have at least as many squares as the army has
/// queens.
pub(super) fn shares(rows: usize, cols: usize, sizes: &[usize]) -> Vec<ArmyShare> {
    let (row_shares, col_shares) = (compositions(rows, sizes.len()), compositions(cols, sizes.len()));
    let exchanges = exchanges(sizes);
    let mut shares = Vec::new();
    for ranks in &row_shares {
        for files in &col_shares {
            if (0..sizes.len()).any(|army| ranks[army] * files[army] < sizes[army]) {
                continue;
            }
            // Ranks are labelled in full before files are labelled and pruned, so few labellings of the ranks
            // are better. Of a share and its transpose, the one with fewer is used.
            let key = (labellings(ranks), ranks.clone(), files.clone());
            let mut transposed = None;
            let smallest = exchanges.iter().all(|exchange| {
                let (image_ranks, image_files) =
                    (exchange_sizes(ranks, exchange), exchange_sizes(files, exchange));
                if rows == cols {
                    if &image_files == ranks && &image_ranks == files {
                        transposed = Some(exchange.clone());
                    }
                    if (labellings(&image_files), image_files.clone(), image_ranks.clone()) < key {
                        return false;
                    }
                }
                (labellings(&image_ranks), image_ranks, image_files) >= key
            });
            if smallest {
                shares.push(ArmyShare::new(sizes, ranks, files, transposed.as_deref()));
            }
        }
    }
    shares
}

/// The largest number of shares, images included, that a count considers: a second's work.
const MAX_SHARES: usize = 1 << 18;

/// Returns all shares in which some lines may belong to no army, as if to one more army without queens. Each
/// comes with the number of shares that are its images. `None` if there are very many shares, because the
/// armies are small for the board.
pub(super) fn with_nobody(rows: usize, cols: usize, sizes: &[usize]) -> Option<Vec<(ArmyShare, u128)>> {
    let up_to = |lines: usize| (1..=lines).flat_map(|sum| compositions(sum, sizes.len())).collect::<Vec<_>>();
    let (row_shares, col_shares) = (up_to(rows), up_to(cols));
    let exchanges = exchanges(sizes);
    let (mut shares, mut looked_through) = (Vec::new(), 0);
    for ranks in &row_shares {
        for files in &col_shares {
            if (0..sizes.len()).any(|army| ranks[army] * files[army] < sizes[army]) {
                continue;
            }
            looked_through += 1;
            if looked_through > MAX_SHARES {
                return None;
            }
            let mut images: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
            for exchange in &exchanges {
                let image = (exchange_sizes(ranks, exchange), exchange_sizes(files, exchange));
                if rows == cols {
                    images.push((image.1.clone(), image.0.clone()));
                }
                images.push(image);
            }
            images.sort_unstable();
            images.dedup();
            if images[0] == (ranks.clone(), files.clone()) {
                let mut share = ArmyShare::new(sizes, ranks, files, None);
                share.sizes.push(0);
                share.ranks.push(rows - ranks.iter().sum::<usize>());
                share.files.push(cols - files.iter().sum::<usize>());
                share.class.push(sizes.len());
                shares.push((share, images.len() as u128));
            }
        }
    }
    Some(shares)
}

/// Returns the number of labellings of lines with these numbers of lines for each army.
pub(super) fn labellings(share: &[usize]) -> f64 {
    let mut ways = 1.0;
    let mut lines = 0;
    for &part in share {
        for nth in 1..=part {
            lines += 1;
            ways *= lines as f64 / nth as f64;
        }
    }
    ways
}

/// Returns all ways to write `sum` as an ordered sum of `parts` positive numbers.
fn compositions(sum: usize, parts: usize) -> Vec<Vec<usize>> {
    if parts == 0 {
        return if sum == 0 { vec![Vec::new()] } else { Vec::new() };
    }
    let mut all = Vec::new();
    for first in 1..=sum {
        for mut rest in compositions(sum - first, parts - 1) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}

/// Returns all permutations that only exchange armies of equal size: for each army, its image.
fn exchanges(sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for &size in sizes {
        all = all
            .iter()
            .flat_map(|begun| {
                let free = (0..sizes.len()).filter(|&army| sizes[army] == size && !begun.contains(&army));
                free.map(|army| begun.iter().copied().chain([army]).collect())
            })
            .collect();
    }
    all
}

fn exchange_sizes(share: &[usize], exchange: &[usize]) -> Vec<usize> {
    let mut image = vec![0; share.len()];
    for (&part, &army) in share.iter().zip(exchange) {
        image[army] = part;
    }
    image
}

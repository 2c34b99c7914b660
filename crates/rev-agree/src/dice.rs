//! Chance that repeats.

/// Rolls from bytes as long as there are some, then from a seed.
#[derive(Clone, Debug)]
pub struct Dice {
    bytes: std::collections::VecDeque<u8>,
    state: u64,
}

impl Dice {
    pub fn seed(seed: u64) -> Dice {
        Dice {
            bytes: std::collections::VecDeque::new(),
            state: seed,
        }
    }

    /// What a fuzzer gives. Each byte settles one roll, so that changing one changes little.
    pub fn bytes(bytes: &[u8]) -> Dice {
        let state = bytes.iter().fold(0, |sum: u64, byte| {
            sum.wrapping_mul(31).wrapping_add(u64::from(*byte))
        });
        Dice {
            bytes: bytes.iter().copied().collect(),
            state,
        }
    }

    fn word(&mut self) -> u64 {
        if let Some(byte) = self.bytes.pop_front() {
            return u64::from(byte);
        }
        // splitmix64
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = self.state;
        let word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number below a limit; 0 if there is none.
    pub fn below(&mut self, limit: usize) -> usize {
        match u64::try_from(limit) {
            Ok(limit @ 1..) => usize::try_from(self.word() % limit).unwrap_or(0),
            _ => 0,
        }
    }

    /// So many times in a hundred.
    pub fn percent(&mut self, times: usize) -> bool {
        self.below(100) < times
    }

    /// One of them; the default where there is none.
    pub fn one<T: Clone + Default>(&mut self, of: &[T]) -> T {
        let at = self.below(of.len());
        of.get(at).cloned().unwrap_or_default()
    }

    /// Some of them, in their order.
    pub fn some<T: Clone>(&mut self, of: &[T], percent: usize) -> Vec<T> {
        let chosen = of.iter().filter(|_| self.percent(percent));
        chosen.cloned().collect()
    }

    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        for at in (1..all.len()).rev() {
            let other = self.below(at + 1);
            all.swap(at, other);
        }
    }
}

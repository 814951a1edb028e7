//! Prints how long decoding and encoding take, as ratios.

use compare_peers::messages;
use compare_peers::ways::{ignored, ours, value};

fn main() {
    for sample in messages::four() {
        let mut ways = vec![ignored(), ours(&sample), value(&sample)];
        #[cfg(feature = "peers")]
        ways.extend(compare_peers::peers::all(&sample));
        for way in ways {
            (way.decode)(&sample.text);
            way.encode.iter().for_each(|encode| encode());
            println!("{}: {}", sample.name, way.name);
        }
    }
}

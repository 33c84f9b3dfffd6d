//! How Node.js loads an addon differs between systems; the linker has to know.

fn main() {
    napi_build::setup();
}

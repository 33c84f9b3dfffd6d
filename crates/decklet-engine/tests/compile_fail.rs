//! What cannot happen cannot be written: each program in `compile_fail/` is refused by the
//! compiler, with the message beside it.

#[test]
fn secrets_cannot_be_serialized_and_fields_cannot_be_forgotten() {
    trybuild::TestCases::new().compile_fail("tests/compile_fail/*.rs");
}

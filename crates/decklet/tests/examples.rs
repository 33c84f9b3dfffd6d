//! The examples run. (`crazy_eights` has a test of its own.)

#[path = "../examples/doudizhu.rs"]
mod doudizhu;
#[path = "../examples/house_rule.rs"]
mod house_rule;
#[path = "../examples/uno.rs"]
mod uno;

#[test]
fn uno_runs() {
    uno::main().unwrap();
}

#[test]
fn doudizhu_runs() {
    doudizhu::main().unwrap();
}

#[test]
fn house_rule_runs() {
    house_rule::main().unwrap();
}

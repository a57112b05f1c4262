//! Cases that once broke the time of impact at joints, on seams and at the end of long ways, each with
//! its story.

use collide_core::impact::{Motion, Touch, touch};
use collide_core::shape::Shape;
use glam::{DVec2, dvec2};

/// A chain as the centre of a box with these half extents meets it.
fn grown_chain(points: &[DVec2], half: DVec2) -> Shape<DVec2> {
    Shape::closed_chain(points).unwrap().grown_by(half).unwrap().into_owned()
}

/// A box that had hit the tip of two walls with its corner left the one and slid into the other at a
/// small angle. The nearest face of the other was one that the first covers, so it was not hit at all,
/// and the box flew through the tip.
#[test]
fn a_box_in_a_joint_was_not_hit_by_a_face_beside_a_covered_one() {
    let points = [
        dvec2(0.75, -0.25),
        dvec2(-0.75, -0.5),
        dvec2(0.5, 0.75),
        dvec2(0.25, -0.25),
        dvec2(0.25, -0.75),
        dvec2(1.0, 1.0),
    ];
    let half = DVec2::splat(500_000.0);
    let chain = grown_chain(&points, half);
    let to_tip = Motion {
        offset: dvec2(-499_999.0, 500_001.000_000_001),
        velocity: dvec2(5.000002500000625e-7, -0.999_999_999_999_875),
        acceleration: DVec2::ZERO,
    };
    let Touch { time, feature } = touch(&chain, &to_tip, 0.0, 1.0, None).unwrap();
    let velocity = dvec2(-0.384_615_846_154_028_94, -0.923_076_730_769_019_2);
    let away = Motion { velocity, ..to_tip.after(time) };
    let next = touch(&chain, &away, 0.0, 9.0, Some(feature)).unwrap();
    assert!(next.time < 1e-9, "{next:?}");
}

/// A ball that came from a million radii away exactly along the seam between a wall and the rounding of
/// its end was beyond the end for the wall, and over the wall for the end, each by the rounding of the
/// way: it flew through the corner of a closed chain.
#[test]
fn a_ball_flew_through_a_corner_along_the_seam() {
    let points = [
        dvec2(-311.741_775_024_083_5, 438.820_193_350_153_3),
        dvec2(415.254_744_693_046_1, -189.947_933_324_932_25),
        dvec2(10.049_181_830_812_742, -446.406_855_759_857_14),
        dvec2(247.808_709_622_038_38, 424.735_168_735_725_04),
        dvec2(356.712_188_815_454_17, -428.526_292_638_726_1),
    ];
    let motion = Motion {
        offset: dvec2(208_158_270.053_127_53, -328_890_874.973_342_9),
        velocity: dvec2(-1_979.594_654_760_899_4, 3_127.763_147_039_652_3),
        acceleration: dvec2(0.009_036_500_524_203_774, -0.014_277_687_227_450_543),
    };
    let radius = 129.742_768_675_125_97;
    let chain = Shape::closed_chain(&points).unwrap();
    let hit = touch(&chain, &motion, radius, 525_760.0, None).unwrap();
    assert!((hit.time - 175_253.209_975_136_24).abs() < 1e-9, "{hit:?}");
}

/// A box that had bounced off the upper side of a tip, and rose from it, was hit by the slanted side of
/// the wall below, whose end it had passed by less than the rounding of its place.
#[test]
fn a_box_that_rose_from_a_tip_was_hit_by_what_lay_below() {
    let points = [
        dvec2(0.529_413_187_278_842_3, -0.190_993_147_521_733),
        dvec2(-0.300_357_789_443_578_05, 0.010_750_154_309_762_654),
        dvec2(0.010_262_176_525_820_116, 0.187_582_993_104_338_65),
        dvec2(-0.425_999_878_090_340_23, 0.515_945_432_922_902_3),
        dvec2(-0.254_592_378_868_350_1, 0.126_925_001_229_691_5),
    ];
    let half = dvec2(13.525_866_496_051_307, 12.285_254_523_065_523);
    let chain = Shape::chain(&points).unwrap().grown_by(half).unwrap().into_owned();
    let falling = Motion {
        offset: dvec2(13.206_847_240_272_301, 12.806_373_079_514_012),
        velocity: dvec2(-0.014_517_515_057_066_336, -0.000_697_294_583_720_733_4),
        acceleration: dvec2(-1.552_317_546_604_786e-5, -2.033_995_377_720_303e-6),
    };
    let Touch { time, feature } = touch(&chain, &falling, 0.0, 8.7, None).unwrap();
    let now = falling.after(time);
    let rising = Motion { velocity: dvec2(now.velocity.x, -now.velocity.y), ..now };
    assert_eq!(touch(&chain, &rising, 0.0, 13.0, Some(feature)), None);
}

/// In a round arena the rounding of a bounce was carried into the next, and a discriminant of two large
/// numbers put the grazing hit of a ball on the wall fifteen times too late.
#[test]
fn a_ball_beside_a_round_wall_was_hit_too_late() {
    let motion = Motion {
        offset: dvec2(-0.421_766_809_706_278_1, 0.618_961_839_074_258_4),
        velocity: dvec2(0.826_384_297_267_095_8, 0.563_106_555_840_338_5),
        acceleration: DVec2::ZERO,
    };
    let hit = touch(&Shape::round_arena(0.75), &motion, 0.001, 1.0, None).unwrap();
    assert!(hit.time < 1e-7, "{hit:?}");
}

//! Cases that once broke the time of impact at joints, on seams and at the end of long ways, each with
//! its story.

use collide_core::impact::{Motion, Touch, touch};
use collide_core::shape::Shape;
use glam::{DVec2, DVec3, dvec2};

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

/// A box that rose past the edge of a rounded box just under the plane of a face, and then fell, came in
/// exactly over the seam between the two: by rounding the edge saw it pass above, and the face had never
/// seen it outside. It flew through the corner.
#[test]
fn a_box_came_in_over_the_seam_between_a_face_and_an_edge() {
    let half =
        DVec3::new(4.068_824_812_909_773_5, 4.068_824_812_909_773_5, 2.034_412_406_454_886_7);
    let mover = DVec3::splat(4.068_824_812_909_773e-7);
    let rounded = Shape::rounded_cuboid(half, 3.698_766_758_608_879e-5);
    let shape = rounded.grown_by(mover).unwrap();
    let motion = Motion {
        offset: DVec3::new(407.205_988_253_628_33, -809.696_099_967_612_4, 57.114_181_738_324_575),
        velocity: DVec3::new(
            -0.010_026_608_485_895_15,
            0.040_479_039_975_724_68,
            -0.001_369_914_105_537_268,
        ),
        acceleration: DVec3::new(0.0, -1.006_772_688_379_646e-6, 0.0),
    };
    let hit = touch(&shape, &motion, 0.0, 121_022.0, None).unwrap();
    assert!((hit.time - 40_206.732).abs() < 0.01, "{hit:?}");
}

/// The polynomial of a path of a thousand kilometres does not know to a millimetre where it turns: a
/// small rounded corner that lay just there was passed by unseen.
#[test]
fn a_small_corner_at_the_end_of_a_long_way_was_not_seen() {
    let shape = Shape::rounded_cuboid(DVec3::new(0.5, 1.0, 0.5), 1.629_321_435_944_741_7e-6);
    let motion = Motion {
        offset: DVec3::new(
            -1_661_110.661_913_344_2,
            -2_027_117.269_617_711_7,
            430_975.930_382_638_3,
        ),
        velocity: DVec3::new(
            3.322_222_324_251_383_5,
            3.054_234_539_235_423,
            -0.861_950_859_856_342_9,
        ),
        acceleration: DVec3::new(
            -3.322_222_324_674_699_2e-6,
            -2.054_234_539_235_423_3e-6,
            8.619_508_589_503_606e-7,
        ),
    };
    let hit = touch(&shape, &motion, 0.0, 3_000_001.0, None).unwrap();
    assert!((hit.time - 999_999.41).abs() < 0.05, "{hit:?}");
}

/// A point that rose past one corner of a polygon towards the next, and began as near to the first as
/// rounding can tell, was taken to part from it, and flew through the polygon.
#[test]
fn a_point_beside_a_corner_flew_through_a_polygon() {
    let corners = [[1.0, -0.5], [1.0, 0.5], [-0.5, 1.0], [-1.0, 0.5], [-1.0, -0.5], [0.5, -1.0]]
        .map(DVec2::from);
    let motion = Motion {
        offset: dvec2(-0.999_999_999_999_999, -0.500_000_000_001),
        velocity: dvec2(-3.287_461_701_567_247e-14, 0.999_999_999_999_905_5),
        acceleration: dvec2(0.032_874_617_015_672_47, 0.094_441_831_600_582_89),
    };
    let polygon = Shape::polygon(&corners).unwrap();
    let hit = touch(&polygon, &motion, 0.0, 1.000_000_000_003, None).unwrap();
    assert!((hit.time - 1e-12).abs() < 1e-14, "{hit:?}");
}

/// A box whose corner flew at the tip of a chain came, by rounding, behind a face that the neighbour
/// covers before it had touched the neighbour, and flew on inside of both.
#[test]
fn a_box_met_a_chain_exactly_at_its_tip() {
    let points = [
        dvec2(-235.601_079_433_941_07, -35.733_994_270_375_796),
        dvec2(-117.800_539_716_970_53, 36.961_187_840_837_04),
        dvec2(0.0, 109.886_252_943_878_18),
        dvec2(117.800_539_716_970_53, 88.768_215_370_134_51),
        dvec2(235.601_079_433_941_07, -76.015_796_254_100_51),
    ];
    let half = dvec2(58.900_269_858_485_27, 29.450_134_929_242_633);
    let chain = Shape::chain(&points).unwrap().grown_by(half).unwrap().into_owned();
    let motion = Motion {
        offset: dvec2(-176.700_809_575_455_8, -65.184_129_199_618_2),
        velocity: dvec2(-288_575.959_724_114_6, -1.971_485_167_641_177_7e-11),
        acceleration: dvec2(-2.414_773_419_972_497_3e-8, 353_462_236.806_275_6),
    };
    let hit = touch(&chain, &motion, 0.0, 0.000_8, None).unwrap();
    assert!(hit.time < 1e-18, "{hit:?}");
}

/// A dull ball in a wedge bounced ever more slowly, until the square of its speed was no number any more.
/// The time of the next impact came out far before the last.
#[test]
fn a_speed_without_a_square_turned_time_back() {
    let arena = Shape::<DVec2>::round_arena(3.0);
    for speed in [1e-300, 1e-200, 1e-150, 1.0, 1e150, 1e200, 1e300] {
        let motion = Motion {
            offset: dvec2(1.0, 0.5),
            velocity: dvec2(speed, -0.25 * speed),
            acceleration: DVec2::ZERO,
        };
        let time = |shape| touch(&shape, &motion, 0.5, f64::MAX, None).map(|hit| hit.time * speed);
        let post = Shape::ball(0.5).grown_by(DVec2::ZERO).unwrap().into_owned();
        let expected = (6.078_125f64.sqrt() - 0.875) / 1.0625;
        assert!((time(arena.clone()).unwrap() - expected).abs() < 1e-14, "{speed}");
        assert_eq!(time(post), None);
        let ahead = Motion { offset: dvec2(-3.0, 0.75), ..motion };
        let hit = touch(&Shape::ball(0.5), &ahead, 0.5, f64::MAX, None).unwrap();
        let expected = 3.0 - 1.0 / 1.0625f64.sqrt();
        assert!((hit.time * speed - expected).abs() < 1e-14, "{speed}: {}", hit.time * speed);
    }
}

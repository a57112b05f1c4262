//! Regressions of the time of impact where faces, edges and the walls of a chain meet.

use crate::support::worlds::balls::motion;
use collide_core::impact::{Motion, Touch, touch};
use collide_core::shape::Shape;
use glam::{DVec2, DVec3, dvec2};

/// A chain as the centre of a box with these half extents meets it.
fn grown_chain(points: &[DVec2], half: DVec2) -> Shape<DVec2> {
    Shape::closed_chain(points).unwrap().grown_by(half).unwrap().into_owned()
}

/// A box that had hit the tip of two walls with its corner left one wall and slid at a small angle into the
/// other, but the first wall covers the nearest face of the other, so no face was hit and the box flew
/// through the tip; the next impact is at once.
#[test]
fn box_at_a_tip_is_hit_by_the_face_beside_a_covered_one() {
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

/// A ball came from a million radii away exactly along the seam between a wall and its rounded end: by
/// rounding it was beyond the end for the wall and above the wall for the end, and flew through the corner
/// of a closed chain; it is hit.
#[test]
fn ball_along_the_seam_of_a_corner_is_hit() {
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

/// A box that had bounced off the upper side of a tip was hit by the slanted side of the wall below after
/// passing its end by less than the rounding of the position; it rises freely.
#[test]
fn box_that_rises_from_a_tip_is_not_hit_by_the_wall_below() {
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

/// A box that rose past the edge of a rounded box just below the plane of a face came down exactly on their
/// seam: by rounding it passed above the edge and was never outside of the face, and flew through the
/// corner; it is hit.
#[test]
fn box_over_the_seam_of_a_face_and_an_edge_is_hit() {
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

/// A point that rose past one corner of a polygon towards the next started as close to the first as
/// rounding allows, was taken to leave it, and flew through the polygon; it is hit after 1e-12 s.
#[test]
fn point_that_starts_at_a_corner_hits_the_next_face() {
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

/// A box with a corner that flew at the tip of a chain came, by rounding, behind a face that the neighbour
/// covers before it touched the neighbour, and flew on inside of both; it is hit at once.
#[test]
fn box_at_the_exact_tip_of_a_chain_is_hit() {
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

/// A point that flew at the edge of a box reached the plane of each face, by rounding, beyond the end of
/// that face, and entered the box between the two; it is hit at the edge.
#[test]
fn point_at_the_edge_of_a_box_is_hit() {
    let shape = Shape::cuboid(DVec3::new(0.3, 0.7, 0.9));
    for number in 1..2000 {
        let slope = f64::from(number) / 700.0;
        let to_edge = DVec3::new(-1.0, -slope, 0.1 * slope);
        for acceleration in [DVec3::ZERO, DVec3::new(0.0, 1e-9, 0.0)] {
            let way = 100.0 + slope;
            let edge = DVec3::new(0.3, 0.7, 0.1);
            let launch = to_edge - acceleration * way;
            let offset = edge - to_edge * way + acceleration * (0.5 * way * way);
            let motion = Motion { offset, velocity: launch, acceleration };
            let hit = touch(&shape, &motion, 0.0, 1e3, None);
            assert!(hit.is_some_and(|hit| (hit.time - way).abs() < 1e-12), "{number}: {hit:?}");
        }
    }
}

/// A ball on the seam between a face and an edge rose by less than the rounding of its position before it
/// fell back, had to leave the edge before a touch could count, and fell through; it is hit when it is
/// back.
#[test]
fn ball_on_the_seam_of_a_face_and_an_edge_is_hit() {
    let shape = Shape::cuboid(DVec2::new(0.5, 0.25));
    let seam = motion([-1.5, 0.25 - 3.3e-13], [-1e-12, 0.33], [1.0, 0.0]);
    let hit = touch(&shape, &seam, 1.0, 1.0, None).unwrap();
    assert!((hit.time - 2e-12).abs() < 1e-12, "{hit:?}");
}

/// A box stood by rounding on the corner of another and moved away from one face within the plane of the
/// other, which hit it; it is not hit.
#[test]
fn box_on_the_corner_of_a_box_is_not_hit_by_the_face_it_leaves() {
    let wall = Shape::cuboid(dvec2(0.0, 0.75)).grown_by(dvec2(1e6, 5e5)).unwrap().into_owned();
    let away = Motion {
        offset: dvec2(1e6, -500_000.75),
        velocity: dvec2(-1e-4, -1.0),
        acceleration: DVec2::ZERO,
    };
    assert_eq!(touch(&wall, &away, 0.0, 1.0, None), None);
}

/// In a chain that folds back on itself a point that had bounced off one segment was hit by the back of the
/// segment behind it; it is not hit.
#[test]
fn point_after_a_bounce_off_a_fold_is_not_hit_by_its_back() {
    let (end, fold) = (dvec2(0.0, 0.25), dvec2(-0.5, -0.5));
    let chain = Shape::chain(&[end, fold, end]).unwrap();
    let normal = dvec2(0.75, -0.5).normalize();
    for number in 1..200 {
        let from = (end + fold) * 0.5 + normal * (f64::from(number) / 7.0);
        let to_fold = Motion { offset: from, velocity: -normal, acceleration: DVec2::ZERO };
        let hit = touch(&chain, &to_fold, 0.0, 99.0, None).unwrap();
        for acceleration in [DVec2::ZERO, normal] {
            let away = Motion { velocity: normal, acceleration, ..to_fold.after(hit.time) };
            assert_eq!(touch(&chain, &away, 0.0, 99.0, Some(hit.feature)), None, "{number}");
        }
    }
}

/// The faces of a polygon extended by 1e-12 over their ends and hit a path that passed the corner at a
/// smaller distance; it is not hit.
#[test]
fn path_that_passes_a_corner_is_not_hit() {
    let square = [dvec2(0.0, 0.0), dvec2(1.0, 0.0), dvec2(1.0, 1.0), dvec2(0.0, 1.0)];
    let polygon = Shape::polygon(&square).unwrap();
    for number in 1..100 {
        let miss = 1e-14 * f64::from(number);
        let past = Motion {
            offset: dvec2(1.0 + miss, 2.0),
            velocity: DVec2::NEG_Y,
            acceleration: DVec2::ZERO,
        };
        assert_eq!(touch(&polygon, &past, 0.0, 9.0, None), None, "{miss}");
    }
}

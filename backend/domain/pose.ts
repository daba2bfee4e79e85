import type { Pose } from '#engine';

/** Degrees, without the roll. */
export const roundPose = ({ yaw, pitch }: Pose) => ({ yaw: Math.round(yaw), pitch: Math.round(pitch) });

import type { Pose } from '#engine';

/** Whole degrees, without the roll. */
export const roundPose = ({ yaw, pitch }: Pose) => ({ yaw: Math.round(yaw), pitch: Math.round(pitch) });

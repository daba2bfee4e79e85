import type { FoundFace } from '#engine/analyse/face-finder';
import type { FaceNets } from '#engine/analyse/face-net-pool';
import { throwIfAborted } from '#engine/errors';
import { areaOf, boundsOf, intersectionOverUnion, isSameFace, overlapArea } from '#engine/nets/boxes';
import { meshVertexCount } from '#engine/mesh/canonical-mesh';
import { viewOf, type View } from '#engine/nets/view';
import type { FaceEmbedding } from '#engine/nets/face-embedder';
import type { Box, FaceMasks, Landmarks } from '#engine/types';
import type { Frame } from '#engine/ffmpeg/yuv-frame';
import type { MeshedFace } from './best-views';
import { interpolate, isConstantVelocity } from './constant-velocity';
import { SceneCutDetector } from './scene-cut';
import { RecentFrames } from './recent-frames';
import { Tracklet } from './tracklet';

/** Frames between keyframes: normally, and of the first two after a face is lost. */
const DETECTION_INTERVAL = 12;
const REDETECTION_INTERVALS = [3, 6];
/** New faces are tracked back to the previous keyframe. */
export const FRAMES_HELD = DETECTION_INTERVAL + 1;
/** Of identity: at least every so many frames, however few a second has. */
const CHECKS_PER_SECOND = 6;
export const MAX_CHECK_INTERVAL = 4;

/** Of boxes, intersection over union: above, two tracks follow one face; at most, a face has jumped between two frames. */
const SAME_FACE_IOU = 0.4;
const MIN_STEP_IOU = 0.2;
/** Of the longer side of a lost face's last box: the square in which it is searched. */
const SEARCH_SCALE = 5;
/** Of the mesh net, 0–1: below, the next frame is not interpolated. */
const MIN_SKIP_SCORE = 0.9;
/** Share of the face within the picture, of one that is followed and of one that is found again. */
const MIN_INSIDE = 0.4;
const MIN_REDETECTED_INSIDE = 0.9;

/** The detector runs at keyframes and after cuts, the mesh net tracks, embeddings verify identity. */
export class Tracker {
  private readonly cutDetector = new SceneCutDetector();
  private readonly ended: Tracklet[] = [];
  private active: Tracklet[] = [];
  private frame = 0;
  private lastDetection = -Infinity;
  private detectionsSinceLoss = REDETECTION_INTERVALS.length;
  private readonly recent = new RecentFrames(DETECTION_INTERVAL);
  private skipped = false;

  private readonly checkInterval: number;

  constructor(
    private readonly faces: FaceNets,
    fps: number,
  ) {
    this.checkInterval = Math.max(1, Math.min(MAX_CHECK_INTERVAL, Math.round(fps / CHECKS_PER_SECOND)));
  }

  /** Pixels must stay valid for `FRAMES_HELD` more frames. */
  async next(image: Frame, signal?: AbortSignal): Promise<void> {
    throwIfAborted(signal);
    const view = viewOf(image);
    const isCut = this.cutDetector.next(view);
    const newScene = this.frame === 0 || isCut;
    if (newScene) {
      await this.endScene();
      this.recent.clear();
    }
    this.skipped = !newScene && this.maySkip();
    if (!this.skipped) {
      await this.trackAll(view);
      await this.checkAll(view);
      if (newScene || this.isDetectionDue()) await this.detectNew(view, this.frame, newScene, signal);
    }
    this.recent.push(image);
    this.frame++;
  }

  async finish(): Promise<Tracklet[]> {
    await this.endScene();
    return this.tracklets;
  }

  /** So far. */
  get tracklets(): Tracklet[] {
    return [...this.ended, ...this.active].filter((tracklet) => tracklet.sightings.length > 0);
  }

  private async endScene(): Promise<void> {
    for (const tracklet of this.active) if (tracklet.end < this.frame) await this.trackSkippedFrame(tracklet);
    const last = this.frame - 1;
    const [newest] = this.recent.newestFirst();
    // Faces that appeared after the last keyframe would be lost.
    if (newest && this.lastDetection < last) await this.detectNew(viewOf(newest[1]), last, false);
    for (const tracklet of this.active) this.end(tracklet, true);
  }

  private end(tracklet: Tracklet, withScene: boolean): void {
    tracklet.endsWithScene = withScene && tracklet.end === this.frame;
    this.ended.push(tracklet);
    this.active = this.active.filter((other) => other !== tracklet);
    if (!withScene) this.detectionsSinceLoss = 0;
  }

  private async trackAll(view: View): Promise<void> {
    const tracked = this.active.map(async (tracklet) => ({ tracklet, face: await this.trackOne(tracklet, view) }));
    for (const { tracklet, face } of await Promise.all(tracked)) {
      const found = face && isSameStep(tracklet.last.box, face) ? face : await this.redetect(tracklet, view);
      if (found) tracklet.add(found);
      else this.end(tracklet, false);
    }
  }

  private async redetect(tracklet: Tracklet, view: View): Promise<FoundFace | undefined> {
    if (tracklet.end < this.frame) return undefined;
    const { x, y, width, height } = tracklet.last.box;
    const size = SEARCH_SCALE * Math.max(width, height);
    const region = { centreX: x + width / 2, centreY: y + height / 2, size, angle: 0 };
    const others = this.active.filter((other) => other !== tracklet);
    for (const face of await this.faces.find(view, { thorough: false, region, known: knownFaces(others) })) {
      if (shareInside(face) < MIN_REDETECTED_INSIDE) continue;
      if (tracklet.matches(await this.faces.embed(view, face.landmarks))) return face;
    }
    return undefined;
  }

  private async trackOne(tracklet: Tracklet, view: View): Promise<MeshedFace | undefined> {
    const { lastLandmarks: before, landmarks } = tracklet;
    const face = await this.faces.track(view, before);
    if (tracklet.end === this.frame) return face;
    const isFound = face && isSameStep(tracklet.last.box, face);
    if (isFound && isConstantVelocity(landmarks.at(landmarks.length - 3), before, face.landmarks)) {
      tracklet.add(interpolate({ ...tracklet.last, landmarks: before }, face, view));
      return face;
    }
    if (!(await this.trackSkippedFrame(tracklet))) return undefined;
    return isFound ? face : this.faces.track(view, tracklet.lastLandmarks);
  }

  private async trackSkippedFrame(tracklet: Tracklet): Promise<boolean> {
    const [[, image]] = this.recent.newestFirst();
    const face = await this.faces.track(image, tracklet.lastLandmarks);
    if (!face || !isSameStep(tracklet.last.box, face)) return false;
    tracklet.add(face);
    return true;
  }

  private maySkip(): boolean {
    const isCheckFrame = this.frame % this.checkInterval === 0;
    if (this.skipped || isCheckFrame || this.isDetectionDue() || this.detectionsSinceLoss === 0) return false;
    return (
      this.active.length > 0 && this.active.every((tracklet) => !this.hasNeighbour(tracklet) && isSteady(tracklet))
    );
  }

  private async checkAll(view: View): Promise<void> {
    const due = this.active.filter((tracklet) => this.isCheckDue(tracklet));
    const examined = due.map(async (tracklet) => {
      const [embedding, masks] = await this.examine(view, tracklet.lastLandmarks);
      return { tracklet, embedding, masks };
    });
    for (const { tracklet, embedding, masks } of await Promise.all(examined)) {
      const rival = this.active.find(
        (other) => other !== tracklet && intersectionOverUnion(other.last.box, tracklet.last.box) > SAME_FACE_IOU,
      );
      const isOther = this.active.some(
        (other) => other !== tracklet && other.similarity(embedding) > tracklet.similarity(embedding),
      );
      if (!tracklet.matches(embedding) || isOther || (rival && rival.sightings.length > tracklet.sightings.length)) {
        tracklet.dropUnverified();
        this.end(tracklet, false);
      } else {
        tracklet.verify(embedding, view);
        tracklet.masks.add(this.frame, masks);
      }
    }
  }

  private examine(view: View, landmarks: Landmarks): Promise<[FaceEmbedding, FaceMasks]> {
    return Promise.all([this.faces.embed(view, landmarks), this.faces.mask(view, landmarks)]);
  }

  private isCheckDue(tracklet: Tracklet): boolean {
    return this.frame % this.checkInterval === 0 || this.hasNeighbour(tracklet);
  }

  private hasNeighbour({ last }: Tracklet): boolean {
    return this.active.some((other) => other.last !== last && overlapArea(other.last.box, last.box) > 0);
  }

  private isDetectionDue(): boolean {
    const since = this.frame - this.lastDetection;
    return since >= (REDETECTION_INTERVALS[this.detectionsSinceLoss] ?? DETECTION_INTERVAL);
  }

  private async detectNew(view: View, frame: number, newScene: boolean, signal?: AbortSignal): Promise<void> {
    this.lastDetection = frame;
    this.detectionsSinceLoss++;
    for (const face of await this.faces.find(view, { signal, thorough: false, known: knownFaces(this.active) })) {
      if (this.active.some(({ last }) => isSameFace(last.box, face.box))) continue;
      const [embedding, masks] = await this.examine(view, face.landmarks);
      const tracklet = new Tracklet(frame, newScene, embedding);
      tracklet.add(face);
      tracklet.verify(embedding, view);
      tracklet.masks.add(frame, masks);
      await this.trackBackwards(tracklet);
      this.active.push(tracklet);
    }
  }

  private async trackBackwards(tracklet: Tracklet): Promise<void> {
    const seen: FoundFace[] = [];
    let step: Pick<FoundFace, 'box' | 'landmarks'> = { ...tracklet.last, landmarks: tracklet.lastLandmarks };
    for (const [age, image] of this.recent.newestFirst()) {
      const frame = this.frame - 1 - age;
      if (frame >= tracklet.start) continue;
      const view = viewOf(image);
      const face = await this.faces.track(view, step.landmarks);
      if (!face || !isSameStep(step.box, face)) break;
      if (this.boxesAt(frame).some((box) => isSameFace(box, face.box))) break;
      if (!tracklet.matches(await this.faces.embed(view, face.landmarks))) break;
      seen.push(face);
      step = face;
    }
    tracklet.prepend(seen);
  }

  private boxesAt(frame: number): Box[] {
    return [...this.active, ...this.ended].flatMap((tracklet) => tracklet.at(frame)?.box ?? []);
  }
}

const knownFaces = (active: readonly Tracklet[]) =>
  active.map(({ last, lastLandmarks: landmarks }) => ({ box: last.box, landmarks }));

function isSteady({ landmarks, last }: Tracklet): boolean {
  const { length } = landmarks;
  if (length < 5 || last.score < MIN_SKIP_SCORE) return false;
  return isConstantVelocity(landmarks.at(length - 5), landmarks.at(length - 3), landmarks.at(length - 1));
}

function isSameStep(before: Box, face: MeshedFace): boolean {
  return intersectionOverUnion(before, face.box) > MIN_STEP_IOU && shareInside(face) > MIN_INSIDE;
}

const shareInside = ({ box, landmarks }: Pick<MeshedFace, 'box' | 'landmarks'>): number =>
  areaOf(box) / areaOf(boundsOf(landmarks, meshVertexCount));

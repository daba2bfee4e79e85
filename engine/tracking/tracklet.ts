import { frontalScore } from '#engine/analyse/persons';
import type { FoundFace } from '#engine/analyse/face-finder';
import { eyeDistance, headPose } from '#engine/mesh/pose';
import { cosineSimilarity, normalised, type FaceEmbedding } from '#engine/nets/face-embedder';
import { LandmarkTrack } from './landmark-track';
import { MaskTrack } from './mask-track';
import type { View } from '#engine/nets/view';
import type { Box, Landmarks, Pose } from '#engine/types';
import { BestViews, type MeshedFace } from './best-views';
import type { IdentityCheck } from './reference-embedding';

export interface Sighting {
  readonly box: Box;
  readonly pose: Pose;
  readonly eyeDistance: number;
  /** 0–1. */
  readonly score: number;
}

function sightingOf({ landmarks, box, score }: MeshedFace): Sighting {
  return { box, score, pose: headPose(landmarks), eyeDistance: eyeDistance(landmarks) };
}

/** A check fails below both. */
const MIN_SIMILARITY_TO_MEAN = 0.3;
const MIN_SIMILARITY_TO_LATEST = 0.45;

export class Tracklet {
  readonly sightings: Sighting[] = [];
  readonly landmarks = new LandmarkTrack();
  readonly embeddingSum: Float32Array;
  readonly best = new BestViews();
  /** Such faces need no fading. */
  endsWithScene = false;
  private latest: FaceEmbedding;
  private verifiedCount = 0;
  readonly checks: IdentityCheck[] = [];
  readonly masks = new MaskTrack();
  private prependedCount = 0;

  constructor(
    public start: number,
    public beginsWithScene: boolean,
    embedding: FaceEmbedding,
  ) {
    this.embeddingSum = new Float32Array(embedding.length);
    this.latest = embedding;
  }

  get last(): Sighting {
    return this.sightings[this.sightings.length - 1];
  }

  get end(): number {
    return this.start + this.sightings.length;
  }

  at(frame: number): Sighting | undefined {
    return this.sightings[frame - this.start];
  }

  get lastLandmarks(): Landmarks {
    return this.landmarks.at(this.landmarks.length - 1);
  }

  add(face: MeshedFace): void {
    this.sightings.push(sightingOf(face));
    this.landmarks.push(face.landmarks);
  }

  prepend(faces: readonly FoundFace[]): void {
    const inOrder = [...faces].reverse();
    this.sightings.unshift(...inOrder.map(sightingOf));
    this.landmarks.prepend(inOrder.map(({ landmarks }) => landmarks));
    this.start -= faces.length;
    this.verifiedCount += faces.length;
    this.prependedCount += faces.length;
  }

  /** Larger of mean and latest. */
  similarity(embedding: FaceEmbedding): number {
    return Math.max(
      cosineSimilarity(embedding, normalised(this.embeddingSum)),
      cosineSimilarity(embedding, this.latest),
    );
  }

  /** A turning head changes gradually. */
  matches(embedding: FaceEmbedding): boolean {
    const toMean = cosineSimilarity(embedding, normalised(this.embeddingSum));
    return toMean >= MIN_SIMILARITY_TO_MEAN || cosineSimilarity(embedding, this.latest) >= MIN_SIMILARITY_TO_LATEST;
  }

  verify(embedding: FaceEmbedding, view: View): void {
    this.latest = embedding;
    this.verifiedCount = this.sightings.length;
    const known = this.checks.length > 0;
    this.checks.push({
      at: this.sightings.length - 1 - this.prependedCount,
      embedding,
      weight: checkWeight(this.last),
    });
    const similarity = known ? cosineSimilarity(embedding, normalised(this.embeddingSum)) : 1;
    const weight = checkWeight(this.last) * Math.max(0.05, similarity) ** 3;
    embedding.forEach((value, i) => (this.embeddingSum[i] += weight * value));
    const { box, score } = this.last;
    const face = { box, score, landmarks: this.lastLandmarks };
    this.best.add(view, this.end - 1, face, embedding, normalised(this.embeddingSum));
  }

  /** Smaller of the checks before and after. */
  similarities(reference: FaceEmbedding | undefined): Float32Array {
    const found = new Float32Array(this.sightings.length).fill(1);
    if (!reference) return found;
    this.checks.forEach(({ embedding }, i) => {
      const similarity = cosineSimilarity(embedding, reference);
      const [before, after] = [this.checks[i - 1]?.at ?? -this.prependedCount - 1, this.checks[i + 1]?.at ?? Infinity];
      const end = Math.min(found.length - 1, after - 1 + this.prependedCount);
      for (let k = before + 1 + this.prependedCount; k <= end; k++) found[k] = Math.min(found[k], similarity);
    });
    return found;
  }

  dropUnverified(): void {
    this.sightings.length = this.verifiedCount;
    this.landmarks.truncate(this.verifiedCount);
  }
}

function checkWeight({ pose, score }: Sighting): number {
  return 0.02 + 0.98 * frontalScore(pose) ** 2 * score;
}

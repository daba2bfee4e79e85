/**
 * Measured on two cores of one machine. Seconds are processor seconds of all threads, ffmpeg included: a machine that
 * is faster by half needs two thirds of them.
 */
export const costs = {
  /** `npm run bench -- journeys`: from the home page to the download of a swapped photo. */
  journey: { requests: 163, serverSeconds: 0.64, databaseSeconds: 0.12, megabytesOut: 0.59 },
  /** `npm run bench -- journeys`: jobs of a photo. */
  photo: { probe: 0.19, detect: 0.05, swap: 0.91 },
  /** `npm run bench -- workers`: a second of 720p with one face, to find its persons and to swap it. */
  videoSecond: { detect: 0.5, swap: 1.0 },
  /** `npm run bench -- database`: rows and indexes of an order with upload, consent and ledger entry. */
  orderBytes: 2_400,
  /** Rows inserted, updated and deleted from the upload to the result: pg_stat_database over five orders. */
  orderRows: 49,
  /** Megabytes in the store: upload, result, small pictures. */
  photoMegabytes: 1.5,
  videoSecondMegabytes: 0.8,
};

/** What visitors do. Guesses: replace them by figures of your site. */
export interface Visitors {
  perDay: number;
  /** Photos that one swaps. */
  photos: number;
  /** Share that swaps a video. */
  videos: number;
  videoSeconds: number;
  /** For how long media are kept. */
  retentionDays: number;
}

export const aMillion: Visitors = { perDay: 1_000_000, photos: 1.5, videos: 0.1, videoSeconds: 10, retentionDays: 30 };

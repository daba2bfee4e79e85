import { AppError } from '#backend/domain/app-error';

export interface UploadSlots {
  /** Does the work while it holds a slot. @throws too_many_requests, unavailable */
  hold<T>(accountId: string, work: () => Promise<T>): Promise<T>;
}

interface Options {
  perAccount?: number;
  /** As many as the workers manage within the patience of one upload. */
  inAll?: number;
}

/** Bounds how many face uploads wait for a worker in this process: each keeps a request and a photo on the disk. */
export function uploadSlots({ perAccount = 3, inAll = 20 }: Options = {}): UploadSlots {
  const held = new Map<string, number>();
  let all = 0;
  return {
    async hold(accountId, work) {
      const own = held.get(accountId) ?? 0;
      if (own >= perAccount) {
        const message = `${perAccount} photos of yours are being looked at. Send the next one when one of them is done.`;
        throw new AppError('too_many_requests', { message, retryAfterSeconds: 5 });
      }
      if (all >= inAll) {
        const message = 'Many photos are being looked at right now. Please try again in a few seconds.';
        throw new AppError('unavailable', { message, retryAfterSeconds: 5 });
      }
      held.set(accountId, own + 1);
      all += 1;
      try {
        return await work();
      } finally {
        all -= 1;
        const left = held.get(accountId)! - 1;
        if (left > 0) held.set(accountId, left);
        else held.delete(accountId);
      }
    },
  };
}

import { AppError } from '#backend/domain/app-error';

export interface UploadSlots {
  hold<T>(accountId: string, work: () => Promise<T>): Promise<T>;
}

interface Options {
  perAccount?: number;
  total?: number;
}

/** Each waiting upload holds a request and a photo on disk. */
export function uploadSlots({ perAccount = 3, total = 20 }: Options = {}): UploadSlots {
  const held = new Map<string, number>();
  let all = 0;
  return {
    async hold(accountId, work) {
      const own = held.get(accountId) ?? 0;
      if (own >= perAccount) {
        const message = `${perAccount} of your photos are being checked. Send the next one when one of them is done.`;
        throw new AppError('too_many_requests', { message, retryAfterSeconds: 5 });
      }
      if (all >= total) {
        const message = 'Many photos are being checked right now. Please try again in a few seconds.';
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

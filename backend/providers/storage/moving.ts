import type { Storage } from './port';

/**
 * While media move: writes to the new storage, reads what is not there yet from the old one. Removal begins with the old
 * one: see `move-media.ts`.
 */
export function movingStorage(to: Storage, from: Storage): Storage {
  return {
    ...to,
    open: async (key, range) => (await to.open(key, range)) ?? from.open(key, range),
    size: async (key) => (await to.size(key)) ?? from.size(key),
    stat: async (key) => (await to.stat(key)) ?? from.stat(key),
    async remove(...keys) {
      await from.remove(...keys);
      await to.remove(...keys);
    },
    async *list(folder) {
      yield* from.list(folder);
      yield* to.list(folder);
    },
    clearAbandoned: async (...args) => (await from.clearAbandoned(...args)) + (await to.clearAbandoned(...args)),
    async withLocalFile(key, work) {
      let hasBegun = false;
      const begin = (path: string) => {
        hasBegun = true;
        return work(path);
      };
      if ((await to.size(key)) !== null) return to.withLocalFile(key, work);
      try {
        return await from.withLocalFile(key, begin);
      } catch (error) {
        if (hasBegun || (await to.size(key)) === null) throw error;
        return to.withLocalFile(key, work); // it moved just now
      }
    },
    ...(to.presign
      ? { presign: async (key, options) => ((await to.size(key)) === null ? null : to.presign!(key, options)) }
      : {}),
    moving: { to, from },
  };
}

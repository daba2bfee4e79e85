interface Settings {
  QUOTA_UNCONFIRMED_MB: number;
  QUOTA_FREE_MB: number;
  QUOTA_PREMIUM_MB: number;
}

const megabyte = 1024 * 1024;

/** Bytes. */
export function storageQuotas({ QUOTA_UNCONFIRMED_MB, QUOTA_FREE_MB, QUOTA_PREMIUM_MB }: Settings) {
  return {
    unconfirmed: QUOTA_UNCONFIRMED_MB * megabyte,
    free: QUOTA_FREE_MB * megabyte,
    premium: QUOTA_PREMIUM_MB * megabyte,
  };
}

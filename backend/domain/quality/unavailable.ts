/** Users cannot change models: the operator finds the reason in the log. */
export const qualityUnavailable = {
  error: 'unavailable',
  message: 'This quality is not available now. Choose another one, or try again later.',
} as const;

import { describe, expect, test } from 'vitest';
import { EngineError, throwIfAborted, toEngineError } from './errors';

describe('toEngineError', () => {
  test('returns an EngineError unchanged', () => {
    const error = new EngineError('too_small', 'Too small.');
    expect(toEngineError(error)).toBe(error);
  });

  test.each(['ENOSPC', 'EDQUOT'])('maps %s to out_of_space', (code) => {
    const full = Object.assign(new Error(`${code}: no space left on device, write`), { code });
    expect(toEngineError(full)).toMatchObject({
      code: 'out_of_space',
      cause: full,
      message: expect.stringMatching(/disk is full/),
    });
  });

  test('wraps other errors and keeps the cause', () => {
    expect(toEngineError('odd')).toMatchObject({ name: 'EngineError', code: 'internal', cause: 'odd' });
  });
});

describe('throwIfAborted', () => {
  test('throws after the abort only', () => {
    expect(() => throwIfAborted(undefined)).not.toThrow();
    expect(() => throwIfAborted(new AbortController().signal)).not.toThrow();
    expect(() => throwIfAborted(AbortSignal.abort())).toThrow(expect.objectContaining({ code: 'aborted' }));
  });
});

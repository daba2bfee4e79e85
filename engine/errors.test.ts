import { describe, expect, it } from 'vitest';
import { EngineError, throwIfAborted, toEngineError } from './errors';

describe('toEngineError', () => {
  it('leaves its own kind alone', () => {
    const error = new EngineError('too_small', 'Too small.');
    expect(toEngineError(error)).toBe(error);
  });

  it('knows a full disk', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    expect(toEngineError(full)).toMatchObject({
      code: 'out_of_space',
      cause: full,
      message: expect.stringMatching(/disk is full/),
    });
  });

  it('gives anything else a name and keeps its cause', () => {
    expect(toEngineError('odd')).toMatchObject({ name: 'EngineError', code: 'internal', cause: 'odd' });
  });
});

describe('throwIfAborted', () => {
  it('throws once the work was called off, and not before', () => {
    expect(() => throwIfAborted(undefined)).not.toThrow();
    expect(() => throwIfAborted(new AbortController().signal)).not.toThrow();
    expect(() => throwIfAborted(AbortSignal.abort())).toThrow(expect.objectContaining({ code: 'aborted' }));
  });
});

import { describe, expect, it } from 'vitest';
import { endpointsOf } from '../contract.ts';
import { ApiError, COMMON_ERRORS, declareErrors, ERROR_STATUS, type ErrorCode, isErrorCode } from './errors.ts';

describe('error codes', () => {
  it('of a feature come with its contract, with their status', () => {
    expect(endpointsOf().length).toBeGreaterThan(0);
    expect(ERROR_STATUS.school_locked).toBe(403);
    expect(new ApiError({ code: 'needs_replace' }).status).toBe(409);
    expect(isErrorCode('wrong_credentials')).toBe(true);
  });

  it('are a closed list: the kernel or a feature declares each code that an endpoint may answer', () => {
    for (const { name, endpoint } of endpointsOf())
      for (const code of endpoint.errors ?? []) expect(isErrorCode(code), `${name}: ${code}`).toBe(true);
    for (const code of COMMON_ERRORS) expect(isErrorCode(code)).toBe(true);
    for (const code of ['toString', '__proto__', '', 'made_up', null, 404, ['not_found']])
      expect(isErrorCode(code)).toBe(false);
  });

  it('mean the same everywhere: the same code with another status is refused', () => {
    expect(() => declareErrors({ not_found: 404 })).not.toThrow();
    expect(() => declareErrors({ not_found: 410 })).toThrow('not_found');
    expect(ERROR_STATUS.not_found).toBe(404);
  });

  it('carry the status that the answer had, where it had one', () => {
    expect(new ApiError({ code: 'internal', status: 502 }).status).toBe(502);
    expect(ApiError.from(new Error('secret')).code).toBe<ErrorCode>('internal');
  });
});

describe('an error', () => {
  it('keeps its parts, and says its code where it has no message', () => {
    const issues = [{ path: 'body.title', rule: 'required', message: 'Missing' }];
    const full = new ApiError({
      code: 'too_many',
      message: 'Wait',
      issues,
      retry_after: 5,
      request_id: 'r',
      params: { seconds: 5 },
    });
    expect(full).toMatchObject({
      name: 'ApiError',
      code: 'too_many',
      status: 429,
      message: 'Wait',
      issues,
      retryAfter: 5,
      requestId: 'r',
      params: { seconds: 5 },
    });
    const bare = new ApiError({ code: 'not_found' });
    expect(bare).toMatchObject({ message: 'not_found', issues: [], params: {} });
    expect(Object.hasOwn(bare, 'cause')).toBe(false);
  });

  it('that is already one of ours stays itself; any other is kept as the cause and never shown', () => {
    const ours = new ApiError({ code: 'conflict' });
    expect(ApiError.from(ours)).toBe(ours);
    const other = new Error('secret');
    const hidden = ApiError.from(other);
    expect([hidden.cause, hidden.message]).toEqual([other, 'internal']);
  });
});

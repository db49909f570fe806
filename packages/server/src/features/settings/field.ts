import { ApiError } from '@kreide/core/kernel';

/** 422 with one wrong field, in words. */
export function refuseField(field: string, rule: string, message: string): never {
  throw new ApiError({ code: 'invalid', issues: [{ path: `body.${field}`, rule, message }] });
}

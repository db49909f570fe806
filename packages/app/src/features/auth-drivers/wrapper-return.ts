import type { LoaderFunctionArgs } from 'react-router';
import { branding } from '../../kernel/branding.ts';
import { native } from '../../kernel/native.ts';
import { toWrapperAddress } from '../../kernel/wrapper-address.ts';
import { loader as finish, type OpenReturn } from './service-return.ts';

/** A sign-in that belongs to the app on this phone: where it goes on there, and where in this browser. */
export interface ToWrapper {
  address: string;
  here: string;
}

/**
 * Loader of `/sso-verify/ios/:slink`, to which the service of a school returns on an iPhone. Inside the wrapper the sign-in ends as on
 * `/sso-verify/:slink`. A browser has another store of sign-ins than the wrapper: it hands the answer on unused, to the wrapper that opens
 * the scheme of the brand. What was cut off or refused on its way is told here.
 */
export async function loader(args: LoaderFunctionArgs): Promise<OpenReturn | ToWrapper> {
  const { search, searchParams } = new URL(args.request.url);
  if (native.platform === 'ios' || !searchParams.get('code') || searchParams.has('error')) return finish(args);
  const here = `/sso-verify/${encodeURIComponent(args.params.slink ?? '')}${search}`;
  return { address: toWrapperAddress(branding.getState().brand.native.url_scheme, here), here };
}

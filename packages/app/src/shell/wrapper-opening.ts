import type { createBrowserRouter } from 'react-router';
import { branding } from '../kernel/branding.ts';
import { native } from '../kernel/native.ts';
import { fromWrapperAddress } from '../kernel/wrapper-address.ts';

/** Goes to the page of an address by which another program has opened the wrapper, such as the end of a sign-in. */
export function followOpening(router: ReturnType<typeof createBrowserRouter>): void {
  native.whenOpened((address) => {
    const path = fromWrapperAddress(branding.getState().brand.native.url_scheme, address);
    if (path !== null) void router.navigate(path, { replace: true });
  });
}

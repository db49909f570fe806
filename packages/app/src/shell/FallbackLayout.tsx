import { useStore } from 'zustand';
import { session } from '../kernel/session.ts';
import { AppLayout } from './AppLayout.tsx';
import { PublicLayout } from './PublicLayout.tsx';
import { protectedRoutes } from './shell-routes.ts';

/** The frame of what everybody may open, such as an address without a page: the app's own for those who are signed in (P-2.09). */
export function FallbackLayout() {
  const isSignedIn = useStore(session, (state) => state.isSignedIn);
  return isSignedIn ? <AppLayout routes={protectedRoutes} /> : <PublicLayout />;
}

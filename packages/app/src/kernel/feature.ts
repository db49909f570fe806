import type { Permission, TextAddress, TextsIn } from '@kreide/core/kernel';
import type { ComponentType } from 'react';
import type { NonIndexRouteObject } from 'react-router';
import type { IconName } from '../ui/Icon.tsx';

/** Names of the entries of the navigation; their words are the texts `shell:navigation.<key>`. */
export type NavigationKey = {
  [Key in keyof TextsIn<'shell'>]: Key extends `navigation.${infer Name}` ? Name : never;
}[keyof TextsIn<'shell'>];

/** An entry of the navigation. */
export interface NavigationHandle {
  key: NavigationKey;
  icon: IconName;
  /** Place among the entries, smallest first. */
  order: number;
  /** Other areas that are reached through this entry. */
  covers?: readonly string[];
}

/** A page of the administration. */
export interface AdministrationHandle {
  icon: IconName;
  /** What can be done there. */
  about: TextAddress;
  /** Who lacks it is told so in place of the page. */
  needs: Permission;
}

/** What a route says about itself. A test sees to it that something leads to every screen. */
export interface AppHandle {
  /** The page's title (C-2.59). */
  headerText?: TextAddress;
  /** A dialog above the page that its parent route shows: opening and closing it is no change of page. */
  isOverlay?: boolean;
  navigation?: NavigationHandle;
  administration?: AdministrationHandle;
  /**
   * Why no link in the app leads here. `outside`: it is opened from a mail, a bookmark or another program. `passage`: it leads on by
   * itself. `fallback`: it stands for every address without a page.
   */
  entry?: 'outside' | 'passage' | 'fallback';
}

/** A route of the app: one of the router's with a handle of ours. */
export type AppRoute = Omit<NonIndexRouteObject, 'handle' | 'children'> & {
  handle?: AppHandle;
  children?: AppRoute[];
};

/** What a public surface of the school is put to use with. */
export interface SurfaceUseProps {
  /** Address of the server, without a slash at the end. */
  base: string;
  slink: string;
}

/** Parts of the school's settings that a feature brings: how its public surface is put to use, shown once that is on. */
export interface SurfaceUses {
  timetable?: ComponentType<SurfaceUseProps>;
}

/** What the `routes.tsx` of a feature may export; screens load on demand (`lazy`). */
export interface FeatureRoutes {
  /** Pages behind the sign-in. */
  routes?: AppRoute[];
  /** Pages below `/management/:schoolUuid`, behind its guard; `administration` lists them (P-2.78). */
  managementRoutes?: AppRoute[];
  /** Pages that need no session. */
  publicRoutes?: AppRoute[];
  /** Pages that need no session and fill the screen, without the frame of the other pages. */
  screenRoutes?: AppRoute[];
  surfaceUses?: SurfaceUses;
}

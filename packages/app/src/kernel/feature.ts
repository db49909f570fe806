import type { Permission, TextAddress, TextsIn } from '@kreide/core/kernel';
import type { ComponentType } from 'react';
import type { NonIndexRouteObject } from 'react-router';
import type { IconName } from '../ui/Icon.tsx';

/** Names of the navigation entries; their labels are the texts `shell:navigation.<key>`. */
export type NavigationKey = {
  [Key in keyof TextsIn<'shell'>]: Key extends `navigation.${infer Name}` ? Name : never;
}[keyof TextsIn<'shell'>];

/** An entry of the navigation. */
export interface NavigationHandle {
  key: NavigationKey;
  icon: IconName;
  /** Position among the entries, smallest first. */
  order: number;
  /** Other areas that belong to this entry. */
  covers?: readonly string[];
}

/** A page of the administration. */
export interface AdministrationHandle {
  icon: IconName;
  /** What can be done there. */
  about: TextAddress;
  /** Users without it see a message instead of the page. */
  needs: Permission;
}

/** The handle of a route. A test ensures that every screen can be reached. */
export interface AppHandle {
  /** The page's title (C-2.59). */
  headerText?: TextAddress;
  /** A dialog above the page of its parent route: opening and closing it does not change the page. */
  isOverlay?: boolean;
  navigation?: NavigationHandle;
  administration?: AdministrationHandle;
  /**
   * Why no link in the app leads here. `outside`: opened from a mail, a bookmark or another program. `passage`: it
   * redirects. `fallback`: it matches every address without a page.
   */
  entry?: 'outside' | 'passage' | 'fallback';
}

/** A route of the app: the router's type with our handle. */
export type AppRoute = Omit<NonIndexRouteObject, 'handle' | 'children'> & {
  handle?: AppHandle;
  children?: AppRoute[];
};

/** Props of the instructions for using a public surface of the school. */
export interface SurfaceUseProps {
  /** Address of the server, without a trailing slash. */
  base: string;
  slink: string;
}

/** A feature's parts of the school settings: how to use its public surface, shown once that is on. */
export interface SurfaceUses {
  timetable?: ComponentType<SurfaceUseProps>;
}

/** What a feature's `routes.tsx` may export; screens load on demand (`lazy`). */
export interface FeatureRoutes {
  /** Pages behind the sign-in. */
  routes?: AppRoute[];
  /** Pages below `/management/:schoolUuid`, behind its guard; `administration` lists them (P-2.78). */
  managementRoutes?: AppRoute[];
  /** Pages that need no session. */
  publicRoutes?: AppRoute[];
  /** Pages that need no session and fill the screen, without the usual page frame. */
  screenRoutes?: AppRoute[];
  surfaceUses?: SurfaceUses;
}

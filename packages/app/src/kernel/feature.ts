import type { LoginAnswer } from '@kreide/core/features/auth';
import type { Self } from '@kreide/core/features/users';
import type { ApiError, AuditAction, Permission, TextAddress, TextsIn } from '@kreide/core/kernel';
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
  /** Stands in the menu unless the school has placed it in its bottom bar (C-2.72). */
  onlyIfPlaced?: true;
  /** Still shown beside the page where there is room for more entries than the bar holds. */
  isBeside?: true;
  /** Users without it do not see the entry. */
  needs?: Permission;
}

/** The headings of the administration, in their order. */
export const ADMINISTRATION_GROUPS = ['people', 'teaching', 'communication', 'school'] as const;
export type AdministrationGroup = (typeof ADMINISTRATION_GROUPS)[number];

/** A page of the administration. */
export interface AdministrationHandle {
  group: AdministrationGroup;
  /** Position within the group, smallest first: what is used most. */
  order: number;
  icon: IconName;
  /** What can be done there. */
  about: TextAddress;
  /** Words for what is set there, for the search: `Authenticator` finds the settings of the school. */
  words?: TextAddress;
  /** What of the audit log says who changed its settings last: all of a kind of record, or one action. */
  recorded?: { entity: string } | { action: AuditAction };
  /** The page is as wide as a text, and so is what stands below it. */
  isNarrow?: true;
  /** What is no school has nothing to do there: a kindergarten, a company (P-3.16). */
  isForSchools?: true;
  /** Says how much waits there for somebody, and nothing where nothing does. Loaded late: the pages are known long before. */
  Waiting?: ComponentType;
  /** Users without it see a message instead of the page. */
  needs: Permission;
}

/** An entry of the account panel, named like its page (C-2.72 to C-2.78). */
export interface MenuHandle {
  icon: IconName;
  /** Position among the entries, smallest first. */
  order: number;
  /** Users with none of these do not see the entry (C-2.78). */
  needs?: Permission | readonly Permission[];
  /** Schools with these menus do not have it (C-2.73). */
  notIn?: readonly string[];
  /** Only people for whom this is true have it. */
  has?: (self: Pick<Self, 'has_partner_offers' | 'type' | 'teacher_id'>) => boolean;
}

/** Pages with a hint: the texts `frame:hints.<key>.title` and `.text`. */
export type HintKey = {
  [Key in keyof TextsIn<'frame'>]: Key extends `hints.${infer Name}.title` ? Name : never;
}[keyof TextsIn<'frame'>];

/** The views in which notifications can be muted; the flag is in local storage (T-4.39). */
export type MutedView = 'feed' | 'channels' | 'timetables' | 'calendar';

/** The handle of a route. A test ensures that every screen can be reached. */
export interface AppHandle {
  /** The page's title (C-2.59). */
  headerText?: TextAddress;
  /** A dialog above the page of its parent route: opening and closing it does not change the page. */
  isOverlay?: boolean;
  /**
   * Address of the page above, with the parameters of this one (`/users/:id`). Without it that is `/more/administration` for a
   * page of the administration, `/more` for an entry of the menu, and none for an entry of the navigation.
   */
  parent?: string;
  /** The page draws its way back itself, or has none. */
  ownWayBack?: true;
  navigation?: NavigationHandle;
  administration?: AdministrationHandle;
  /** The permission of a page below `/management/:schoolUuid` that no list has; without it that of the page above (T-6.28). */
  needs?: Permission;
  menu?: MenuHandle;
  /** The hint that the info icon of the header shows; without it there is no icon (C-2.70). */
  hint?: HintKey;
  /** The area that the page belongs to, wherever its address lies: the entry of that name is the current one (C-2.58). */
  group?: 'calendar' | 'timetable';
  /** The page is about the person, not about the school: its name does not stand below the title (C-2.60). */
  noSchoolHeader?: true;
  /** On a phone the page has the whole height: the bar at the bottom is away, and the page has a way back. */
  noBottomBar?: true;
  /** The banner about muted notifications can appear here (T-4.37). */
  mutedView?: MutedView;
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

/** A screen can show news beside the plan once the school has released them. */
export interface MonitorUseProps extends SurfaceUseProps {
  hasNews: boolean;
}

/** A feature's parts of the school settings: how to use its public surface, shown once that is on. */
export interface SurfaceUses {
  monitor?: ComponentType<MonitorUseProps>;
  timetable?: ComponentType<SurfaceUseProps>;
}

/** What a way to sign in besides the password gets. */
export interface SignInWayProps {
  slink: string;
  stayLoggedIn: boolean;
  /** What stands in the fields of the page, which a directory is asked with. */
  credentials: { username: string; password: string };
  /** Says what is missing in them, if something is. */
  isFilled: () => boolean;
  /** Somebody was signed in on this page, or their second step is due. */
  onDone: (answer: LoginAnswer & { username: string }) => void;
  onProblem: (error: ApiError) => void;
}

/** What the frame of the pages without a session gives them of other features. */
export interface SignInWays {
  /** Loaded late; draws nothing where the school has no such way. */
  SignInWay: ComponentType<SignInWayProps>;
}

/** A button of the header, such as the bell. */
export interface HeaderAction {
  /** Position among the actions, smallest first. */
  order: number;
  /** Users without it do not see the button. */
  needs?: Permission;
  /** Renders an `IconButton`; load lazily what it opens. */
  Component: ComponentType;
}

/** A banner above every page behind the sign-in, which decides itself whether it has something to say. */
export interface FeatureBanner {
  key: string;
  /** Users without it do not load it. */
  needs?: Permission;
  Component: ComponentType;
}

/** Something new that can be made from everywhere: offered by the middle of the bottom bar (C-2.88). */
export interface Creation {
  /** Its label is the text `shell:create.<key>`. */
  key: CreationKey;
  icon: IconName;
  order: number;
  /** One of these. */
  needs: Permission | readonly Permission[];
  /** An address, or a query that is added to the page on screen: `?event-creation=true` (C-2.90). */
  href: string;
}

/** The texts `shell:create.<key>`. */
export type CreationKey = Exclude<
  {
    [Key in keyof TextsIn<'shell'>]: Key extends `create.${infer Name}` ? Name : never;
  }[keyof TextsIn<'shell'>],
  'label'
>;

/** A frame round pages of several features: a list of them beside each, where there is room. */
export interface PageFrame {
  /** The paths of its pages, without a leading slash. */
  covers: RegExp;
  lazy: NonNullable<AppRoute['lazy']>;
}

/**
 * What a feature's `management-routes.ts` exports: pages below `/management/:schoolUuid`, behind its guard; `administration`
 * lists them (P-2.78). They join the routes when the first of them is opened.
 */
export interface ManagementRoutes {
  managementRoutes: AppRoute[];
}

/**
 * What a feature's `late-routes.ts` may export: pages that the first of a visit seldom is. They join the routes when an address has
 * no page among those of every visit.
 */
export interface LateRoutes {
  /** Pages behind the sign-in. */
  lateRoutes?: AppRoute[];
  /** Pages that need no session. */
  latePublicRoutes?: AppRoute[];
  /** Pages for those who are signed in and for others, each in their frame. */
  lateSharedRoutes?: AppRoute[];
}

/** What a feature's `routes.tsx` may export, a part of every first visit; screens load on demand (`lazy`). */
export interface FeatureRoutes {
  /** Pages behind the sign-in. */
  routes?: AppRoute[];
  /** Pages that need no session. */
  publicRoutes?: AppRoute[];
  /** Pages for those who are signed in and for others, each in their frame. */
  sharedRoutes?: AppRoute[];
  /** Pages that need no session and fill the screen, without the usual page frame. */
  screenRoutes?: AppRoute[];
  surfaceUses?: SurfaceUses;
  headerActions?: HeaderAction[];
  banners?: FeatureBanner[];
  frames?: PageFrame[];
  creations?: Creation[];
}

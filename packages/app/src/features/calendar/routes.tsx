import { useLocation } from 'react-router';
import type { AppRoute, Creation, FeatureBanner } from '../../kernel/feature.ts';
import { late } from '../../kernel/late.ts';

const screens = () => import('./late-screens.ts');
/** All of it is one page: a change of view, and an event above it, leave focus and scrolling alone. */
const handle = { isOverlay: true } as const;

/** The calendar as a list and as a grid, and above it the details of an event (C-2.33 to C-2.35). */
export const routes: AppRoute[] = [
  {
    path: 'calendar',
    handle: {
      headerText: 'calendar:title',
      navigation: {
        key: 'calendar',
        icon: 'calendar',
        order: 4,
        onlyIfPlaced: true,
        isBeside: true,
        needs: 'view-calendars',
      },
      menu: { icon: 'calendar', order: 1, needs: 'view-calendars' },
    },
    lazy: async () => ({ Component: (await screens()).CalendarScreen }),
    children: [
      { id: 'calendar-list', path: ':id/list', handle },
      { id: 'calendar-grid', path: ':id/grid', handle },
      { path: ':id/event/:event_id', handle },
    ],
  },
];

const EventDialog = late(async () => (await screens()).EventDialog);

/** Over whatever page is on screen: its query opens it (C-2.51). */
function EventCreation() {
  return useLocation().search.includes('event-creation') && <EventDialog />;
}

/** No banner, but above every page too. */
export const banners: FeatureBanner[] = [{ key: 'event-creation', Component: EventCreation }];

export const creations: Creation[] = [
  { key: 'event', icon: 'calendar', order: 3, needs: 'create-events', href: '?event-creation=true' },
];

import type { AppRoute } from '../../kernel/feature.ts';

const START = '/course-selection/start';

/** The choice of courses, screen by screen (T-2.35 to T-2.40), and who takes a course. */
export const lateRoutes: AppRoute[] = [
  {
    path: 'course-selection/start',
    handle: {
      headerText: 'courses:title',
      group: 'timetable',
      menu: {
        icon: 'list',
        order: 1.6,
        needs: 'choose-courses',
        has: ({ type }) => type === 'STUDENT' || type === 'PARENT',
      },
    },
    lazy: async () => ({ Component: (await import('./StartScreen.tsx')).StartScreen }),
  },
  {
    path: 'course-selection/step/:i',
    handle: { headerText: 'courses:title', group: 'timetable', parent: START },
    lazy: async () => ({ Component: (await import('./StepScreen.tsx')).StepScreen }),
  },
  {
    path: 'course-selection/single-lessons',
    handle: { headerText: 'courses:title', group: 'timetable', parent: START },
    lazy: async () => ({ Component: (await import('./StepScreen.tsx')).SinglesScreen }),
  },
  {
    path: 'course-selection/last-check',
    handle: { headerText: 'courses:title', group: 'timetable', parent: START },
    lazy: async () => ({ Component: (await import('./CheckScreen.tsx')).CheckScreen }),
  },
  {
    path: 'course-selection/finished',
    handle: { headerText: 'courses:title', group: 'timetable', parent: START },
    lazy: async () => ({ Component: (await import('./FinishedScreen.tsx')).FinishedScreen }),
  },
  {
    path: 'course-participants/:id',
    handle: { headerText: 'courses:participants.title', group: 'timetable', parent: '/timetable/courses/:id' },
    lazy: async () => ({ Component: (await import('./ParticipantsScreen.tsx')).ParticipantsScreen }),
  },
];

export { ReminderChoice } from './ReminderChoice.tsx';
export { setUsualReminders, usualRemindersQuery } from './reminder-queries.ts';

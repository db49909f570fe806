/** Most courses of one selection: more than a school offers one pupil. */
export const COURSES_MAXIMUM = 500;

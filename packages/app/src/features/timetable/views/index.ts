export { DateHeader, type DateHeaderProps } from './DateHeader.tsx';
export { LessonDetails, type LessonDetailsProps } from './LessonDetails.tsx';
export { LessonList, type LessonListProps } from './LessonList.tsx';
export { MonthGrid, type MonthGridProps } from './MonthGrid.tsx';
export { NowLine, type NowLineProps } from './NowLine.tsx';
export { LessonListSkeleton, TimeGridSkeleton } from './skeletons.tsx';
export { TimeGrid, type TimeGridProps } from './TimeGrid.tsx';
export type { Texts } from './texts.ts';

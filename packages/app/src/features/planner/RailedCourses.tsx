import type { RailedCourse, RailPin } from '@kreide/core/features/planner';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import type { Column } from '../../ui/table/column.ts';
import { inOrder } from '../../ui/table/in-order.ts';
import { Table } from '../../ui/table/Table.tsx';
import type { OnPin } from './RailPins.tsx';

const VALUES = {
  course: ({ shortcut }: RailedCourse) => shortcut,
  rail: ({ rail }: RailedCourse) => rail,
  size: ({ pupils }: RailedCourse) => pupils,
} as const;
const idOf = ({ id }: RailedCourse) => `${id}`;

interface RailedCoursesProps {
  courses: readonly RailedCourse[];
  pins: readonly RailPin[];
  onPin: OnPin;
}

/** Which course is on which rail, and how many take it; all of them are here, so they are ordered here. */
export function RailedCourses({ courses, pins, onPin }: RailedCoursesProps) {
  const { t, language } = useTranslation('planner');
  const [order, setOrder] = useState('rail');
  const columns = useMemo(
    (): readonly Column<RailedCourse>[] => [
      {
        key: 'course',
        name: t('rails.course'),
        width: 'minmax(0, 2fr)',
        isOrdered: true,
        card: 'title',
        cell: ({ shortcut }) => shortcut,
      },
      {
        key: 'rail',
        name: t('rails.rail'),
        width: 'minmax(6rem, 1fr)',
        isOrdered: true,
        card: 'end',
        cell: ({ rail }) => t('rails.railNumber', { rail }),
      },
      {
        key: 'when',
        name: t('rails.when'),
        width: 'minmax(6rem, 1fr)',
        card: 'below',
        cell: ({ when }) => t(`rails.whens.${when}`),
      },
      {
        key: 'size',
        name: t('rails.size'),
        width: 'minmax(0, 2fr)',
        isOrdered: true,
        card: 'below',
        cell: ({ pupils, capacity }) => t('rails.sizeOf', { pupils, capacity }),
      },
      {
        key: 'former',
        name: t('rails.former'),
        width: 'minmax(4rem, 1fr)',
        card: 'none',
        cell: ({ former }) => `${former}`,
      },
      {
        key: 'teachers',
        name: t('rails.teachers'),
        width: 'minmax(0, 1fr)',
        card: 'below',
        cell: ({ teachers }) => teachers.join(', '),
      },
      {
        key: 'pin',
        name: t('rails.pins'),
        width: 'minmax(6rem, 1fr)',
        card: 'below',
        cell: ({ id, shortcut, rail }) => {
          const isPinned = pins.some((one) => one.course_id === id && one.rail === rail);
          return (
            <Button
              look={isPinned ? 'secondary' : 'quiet'}
              aria-pressed={isPinned}
              aria-label={t('rails.pin', { name: shortcut, rail })}
              onPress={() => onPin(id, isPinned ? null : rail)}
            >
              {t('rails.pinShort')}
            </Button>
          );
        },
      },
    ],
    [t, pins, onPin],
  );
  const rows = useMemo(() => {
    const toValue = VALUES[order.replace('-', '') as keyof typeof VALUES];
    return inOrder([...courses], { toValue, isDown: order.startsWith('-'), language });
  }, [courses, order, language]);
  return (
    <Table
      label={t('rails.table')}
      rows={rows}
      idOf={idOf}
      columns={columns}
      total={rows.length}
      order={order}
      onOrder={setOrder}
    />
  );
}

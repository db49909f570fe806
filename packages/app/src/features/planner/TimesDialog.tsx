import {
  type BasedataRow,
  nameOfRow,
  STANDBY,
  type TimeWishes,
  WISHES,
  type Wish,
  type Wished,
} from '@kreide/core/features/planner';
import { weekdayNames } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../kernel/Loaded.tsx';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Select } from '../../ui/Select.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Basedata.module.css';
import { setWish, wishesQuery } from './basedata-queries.ts';
import { goOn } from './grid-keys.ts';
import { usePlaceWords } from './use-words.ts';

const WORDS = {
  '-3': 'never',
  '-2': 'badly',
  '-1': 'unwilling',
  0: 'open',
  1: 'willing',
  2: 'best',
  3: 'standby',
} as const;
const SIGNS = { '-3': '✕', '-2': '−−', '-1': '−', 0: '', 1: '+', 2: '++', 3: '●' } as const;

interface TimesDialogProps {
  entity: Wished;
  row: BasedataRow;
  onClose: () => void;
}

/**
 * When a teacher, class or room cannot be planned, would rather not be, or is on standby: a wish is chosen, then the times
 * it is for (D-8.02).
 */
export function TimesDialog({ entity, row, onClose }: TimesDialogProps) {
  const { t } = useTranslation(['planner', 'shell']);
  const query = useQuery(wishesQuery(entity, row.id));
  return (
    <Dialog
      isOpen
      title={t('basedata.times.openOf', { name: nameOfRow(row) })}
      closeLabel={t('shell:close')}
      onClose={onClose}
    >
      <Loaded
        query={query}
        skeleton={{ items: 3, label: t('basedata.times.loading') }}
        errorTitle={t('basedata.times.errorTitle')}
      >
        {(times) => <Times entity={entity} id={row.id} times={times} />}
      </Loaded>
    </Dialog>
  );
}

function Times({ entity, id, times }: { entity: Wished; id: number; times: TimeWishes }) {
  const { t, language } = useTranslation('planner');
  const toWords = usePlaceWords();
  const [brush, setBrush] = useState<Wish>(-3);
  const store = useMutation(setWish);
  const [long, short] = [weekdayNames(language, 'long'), weekdayNames(language, 'short')];
  const days = Array.from({ length: times.days }, (_, index) => index + 1);
  const wishAt = (weekday: number, hour: string) =>
    (times.wishes.find((one) => one.weekday === weekday && one.hour === hour)?.wish ?? 0) as Wish;
  const paint = (weekday: number, hour: string) =>
    store.mutate(
      // The same wish once more takes it away.
      { params: { entity, id: `${id}` }, body: { weekday, hour, wish: wishAt(weekday, hour) === brush ? 0 : brush } },
      { onError: (error) => toasts.show('error', toSaid(error)) },
    );
  if (times.hours.length === 0) return <p>{t('basedata.times.none')}</p>;
  return (
    <>
      <p className={styles.muted}>{t('basedata.times.about')}</p>
      <Select
        label={t('basedata.times.brush')}
        value={`${brush}`}
        options={WISHES.filter((wish) => wish !== STANDBY || entity === 'teachers').map((wish) => ({
          key: `${wish}`,
          text: t(`basedata.times.wish.${WORDS[wish]}`),
        }))}
        onChange={(wish) => setBrush(Number(wish) as Wish)}
      />
      <table className={styles.times} onKeyDown={goOn}>
        <thead>
          <tr>
            <td />
            {days.map((day) => (
              <th key={day} scope="col" abbr={long[day]}>
                {short[day]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.hours.map((hour) => (
            <tr key={hour}>
              <th scope="row">{hour}</th>
              {days.map((weekday) => {
                const wish = wishAt(weekday, hour);
                const words = {
                  place: toWords({ weekday, hour }),
                  wish: t(`basedata.times.wish.${WORDS[wish]}`),
                };
                return (
                  <td key={weekday}>
                    <button
                      type="button"
                      data-wish={wish}
                      aria-label={t('basedata.times.cell', words)}
                      onClick={() => paint(weekday, hour)}
                    >
                      {SIGNS[wish]}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

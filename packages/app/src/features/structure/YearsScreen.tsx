import { type SchoolYearState, structureApi } from '@kreide/core/features/structure';
import { isAllowed, writeDate } from '@kreide/core/kernel';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../kernel/data.ts';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { SwitchYearDialog } from './SwitchYearDialog.tsx';
import { YearDialog } from './YearDialog.tsx';
import styles from './YearsScreen.module.css';

const yearsQuery = queryOf(structureApi.listYears, {}, { staleTime: 0 });

type Open = { dialog: 'create' } | { dialog: 'update' | 'activate'; year: SchoolYearState };

/** The school years: add one, change its days, switch to it (T-2.86). */
export function YearsScreen() {
  const { t } = useTranslation('structure');
  const query = useQuery(yearsQuery);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <Loaded query={query} skeleton={{ items: 2, label: t('years.loading') }} errorTitle={t('years.errorTitle')}>
      {(years) => (
        <div className={styles.screen}>
          <p className={styles.intro}>{t('years.intro')}</p>
          <ul className={styles.list} aria-label={t('years.label')}>
            {years.toReversed().map((year) => (
              <li key={year.id}>
                <Year
                  year={year}
                  onUpdate={() => setOpen({ dialog: 'update', year })}
                  onActivate={() => setOpen({ dialog: 'activate', year })}
                />
              </li>
            ))}
          </ul>
          <div className={styles.actions}>
            <Button look="primary" icon="calendarAdd" onPress={() => setOpen({ dialog: 'create' })}>
              {t('years.add')}
            </Button>
          </div>
          {open?.dialog === 'create' && <YearDialog year={null} years={years} onClose={close} />}
          {open?.dialog === 'update' && <YearDialog year={open.year} years={years} onClose={close} />}
          {open?.dialog === 'activate' && (
            <SwitchYearDialog year={open.year} former={years.find((year) => year.is_active) ?? null} onClose={close} />
          )}
        </div>
      )}
    </Loaded>
  );
}

interface YearProps {
  year: SchoolYearState;
  onUpdate: () => void;
  onActivate: () => void;
}

function Year({ year, onUpdate, onActivate }: YearProps) {
  const { t, language } = useTranslation('structure');
  const { name } = year;
  const day = (date: string) => writeDate(language, date, 'medium');
  return (
    <Card>
      <section className={styles.year} aria-label={name}>
        <div className={styles.about}>
          <h2>{name}</h2>
          <p>{t('years.span', { from: day(year.begins_at), to: day(year.ends_at) })}</p>
          <p className={styles.state}>
            {year.is_active && <b className={styles.active}>{t('years.active')}</b>}
            <span>{t(year.has_plan ? 'years.hasPlan' : 'years.noPlan')}</span>
          </p>
        </div>
        <div className={styles.actions}>
          {isAllowed(year.can, 'update') && (
            <Button look="quiet" icon="edit" aria-label={t('years.editOf', { name })} onPress={onUpdate}>
              {t('years.edit')}
            </Button>
          )}
          {isAllowed(year.can, 'activate') && (
            <Button aria-label={t('years.activateOf', { name })} onPress={onActivate}>
              {t('years.activate')}
            </Button>
          )}
        </div>
      </section>
    </Card>
  );
}

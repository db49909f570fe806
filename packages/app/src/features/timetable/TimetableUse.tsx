import { timetableApi } from '@kreide/core/features/timetable';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../kernel/data.ts';
import type { SurfaceUseProps } from '../../kernel/feature.ts';
import { getLanguage } from '../../kernel/i18n.ts';
import { useCopyTexts } from '../../kernel/use-copy-texts.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { Select } from '../../ui/Select.tsx';
import { Preview, toSnippet } from '../schools/index.ts';
import styles from './TimetableUse.module.css';

/** The timetable of a grade embedded in the homepage. */
export function TimetableUse({ base, slink }: SurfaceUseProps) {
  const { t } = useTranslation('schools');
  const texts = useCopyTexts();
  const [chosen, setChosen] = useState<string | null>(null);
  const grades = useQuery(queryOf(timetableApi.search, { query: { entity: 'grades' } }, { staleTime: 60_000 }));
  const names = grades.data?.map(({ shortcut }) => shortcut) ?? [];
  const grade = chosen ?? names[0];
  const attributes = { school: slink, entity: 'grades', 'entity-id': grade ?? '5a' };
  return (
    <>
      {grade !== undefined && (
        <Select
          label={t('timetable.grade')}
          options={names.map((name) => ({ key: name, text: name }))}
          value={grade}
          onChange={setChosen}
        />
      )}
      <div className={styles.group}>
        <CopyField label={t('embed')} value={toSnippet(base, 'kreide-timetable', attributes)} texts={texts} />
        <p className={styles.note}>
          {t(grade === undefined && grades.isSuccess ? 'timetable.none' : 'timetable.others')}
        </p>
      </div>
      {grade !== undefined && (
        <Preview element="timetable">
          <kreide-timetable school={slink} entity="grades" entity-id={grade} locale={getLanguage()} />
        </Preview>
      )}
    </>
  );
}

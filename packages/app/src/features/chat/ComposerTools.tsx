import { useRef } from 'react';
import { useMedia } from '../../kernel/use-media.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import type { IconName } from '../../ui/Icon.tsx';
import { Menu } from '../../ui/Menu.tsx';

interface ComposerToolsProps {
  /** Only the button that opens a menu with all of them. */
  isNarrow: boolean;
  onFiles: (files: readonly File[]) => void;
  onSurvey: () => void;
}

/** What can be sent beside words: files, a photo where a camera is at hand, a survey. */
export function ComposerTools({ isNarrow, onFiles, onSurvey }: ComposerToolsProps) {
  const { t } = useTranslation('chat');
  const hasCamera = useMedia('(pointer: coarse)');
  const any = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const take = ({ target }: { target: HTMLInputElement }) => {
    onFiles([...(target.files ?? [])]);
    // The same file can be chosen once more.
    target.value = '';
  };
  const tools: { key: string; icon: IconName; text: string; short: string; onAction: () => void }[] = [
    {
      key: 'files',
      icon: 'paperclip',
      text: t('attach'),
      short: t('tools.files'),
      onAction: () => any.current?.click(),
    },
    ...(hasCamera
      ? [
          {
            key: 'camera',
            icon: 'camera',
            text: t('camera'),
            short: t('tools.camera'),
            onAction: () => camera.current?.click(),
          } as const,
        ]
      : []),
    { key: 'survey', icon: 'list', text: t('survey'), short: t('tools.survey'), onAction: onSurvey },
  ];
  return (
    <>
      {isNarrow ? (
        <Menu icon="plus" label={t('tools.name')} entries={tools} placement="top start" />
      ) : (
        tools.map(({ key, icon, text, short, onAction }) => (
          <Button key={key} look="quiet" icon={icon} aria-label={text} onPress={onAction}>
            {short}
          </Button>
        ))
      )}
      <input ref={any} type="file" multiple hidden aria-label={t('attach')} onChange={take} />
      <input
        ref={camera}
        type="file"
        accept="image/*"
        capture="environment"
        hidden
        aria-label={t('camera')}
        onChange={take}
      />
    </>
  );
}

import { Button } from '../../ui/Button.tsx';

/** Drawn as the icons of the app are; here, as no other page shows them. */
const PATHS = {
  pause: 'M9 5v14M15 5v14',
  play: 'M8 5v14l11-7Z',
} as const;

interface DrawnButtonProps {
  icon: keyof typeof PATHS;
  /** What the button does: its accessible name and its tooltip. */
  label: string;
  onPress: () => void;
}

/** A button of the player that shows only a drawing. */
export function DrawnButton({ icon, label, onPress }: DrawnButtonProps) {
  return (
    <span title={label}>
      <Button look="quiet" aria-label={label} onPress={onPress}>
        <svg
          viewBox="0 0 24 24"
          width={24}
          height={24}
          fill="none"
          stroke="currentColor"
          strokeWidth={1.75}
          strokeLinecap="round"
          strokeLinejoin="round"
          display="block"
          aria-hidden="true"
          focusable="false"
        >
          <path d={PATHS[icon]} />
        </svg>
      </Button>
    </span>
  );
}

import { useRef, type ReactNode } from 'react';
import { Button } from './button';

interface FileInputProps {
  id?: string;
  /** Names the input; the button is named by its children. */
  label: string;
  /** As of an input of files: ".xls,.xlsx". What a file is, the server sees by its content. */
  accept: string;
  primary?: boolean;
  small?: boolean;
  busy?: boolean;
  disabled?: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
}

/** A button that takes one file. */
export function FileInput({ id, label, accept, disabled, onFile, children, ...button }: FileInputProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        id={id}
        ref={input}
        className="visually-hidden"
        type="file"
        accept={accept}
        disabled={disabled}
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onFile(file);
          // The same file may be sent again, corrected.
          target.value = '';
        }}
      />
      <Button {...button} disabled={disabled} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}

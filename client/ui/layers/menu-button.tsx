import type { DropdownProps, MenuProps } from 'antd';
import { type ReactNode, useRef, useState } from 'react';
import { Dropdown } from './layers';
import { Opener } from './opener';

interface MenuButtonProps {
  label: string;
  items: NonNullable<MenuProps['items']>;
  selected: string[];
  onChoose: (key: string) => void;
  placement?: DropdownProps['placement'];
  className?: string;
  children: ReactNode;
}

/** A button that opens a menu; the button has the focus again when something was chosen. */
export function MenuButton({
  label,
  items,
  selected,
  onChoose,
  placement,
  className = 'header-button',
  children,
}: MenuButtonProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const change = (next: boolean) => {
    setOpen(next);
    if (!next && document.activeElement?.closest('[role=menu]')) button.current?.focus();
  };
  return (
    <Opener
      open={open}
      onOpenChange={change}
      layer={(place) => (
        <Dropdown
          trigger={['click']}
          // eslint-disable-next-line jsx-a11y-x/no-autofocus -- A menu that opens takes the focus.
          autoFocus
          open={open}
          onOpenChange={change}
          {...(placement && { placement })}
          menu={{
            items,
            selectedKeys: selected,
            onClick: ({ key, domEvent }) => {
              // Without this the key that chose would press the button, too.
              domEvent.preventDefault();
              button.current?.focus();
              onChoose(key);
            },
          }}
        >
          {place}
        </Dropdown>
      )}
    >
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
      >
        {children}
      </button>
    </Opener>
  );
}

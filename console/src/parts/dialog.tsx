import { Content, Description, Portal, Root, Title } from '@radix-ui/react-dialog';
import type { ReactNode } from 'react';

type Props = {
  open: boolean;
  onClose: () => void;
  title: string;
  description: ReactNode;
  children: ReactNode;
};

// A plain div instead of the library's overlay, which locks scrolling with a style element that the content security
// policy forbids.
export const Dialog = ({ open, onClose, title, description, children }: Props) => (
  <Root open={open} onOpenChange={(next) => !next && onClose()}>
    <Portal>
      <div className="overlay" />
      <Content className="dialog">
        <Title asChild>
          <h2>{title}</h2>
        </Title>
        <Description asChild>
          <p>{description}</p>
        </Description>
        {children}
      </Content>
    </Portal>
  </Root>
);

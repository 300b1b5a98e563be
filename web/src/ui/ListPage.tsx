import type { ReactNode } from "react";
import { Card, PageHeader } from "./Card";
import { ListTable, type ListTableProps } from "./ListTable";

type ListPageProps<Row> = Omit<ListTableProps<Row>, "label"> & {
  title: string;
  lead: ReactNode;
  actions?: ReactNode;
  /** What stands between the title and the list. */
  above?: ReactNode;
  /** What narrows the list. */
  filters?: ReactNode;
  /** What the table lists, read aloud, where it is not the title. */
  label?: string;
  /** The dialogs that its rows open. */
  children?: ReactNode;
};

/** A page that is a list: its title, what narrows it, and its rows. */
export function ListPage<Row>(props: ListPageProps<Row>) {
  const { title, lead, actions, above, filters, label = title, children, ...table } = props;
  return (
    <>
      <PageHeader title={title} actions={actions}>
        {lead}
      </PageHeader>
      {above}
      <Card flush>
        {filters}
        <ListTable label={label} {...table} />
      </Card>
      {children}
    </>
  );
}

-- Who owes us something is asked for again and again, among all accounts.
create index accounts_receivable on ledger.accounts (name) where name like 'receivable:%';

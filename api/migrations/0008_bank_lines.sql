-- What a bank's line says beyond its amount and its words. `digest` tells a changed line from a repeated one;
-- `proposal` holds what a person is shown who has to decide.
alter table app.bank_lines
  add column digest text not null default '',
  add column settled_by text,
  add column return_reason text;

create index bank_lines_by_operation on app.bank_lines (operation_id) where operation_id is not null;
create index bank_lines_for_a_person on app.bank_lines (id) where proposal is not null;
create index operations_waiting_for_bank on app.operations (total) where state in ('funding', 'short');

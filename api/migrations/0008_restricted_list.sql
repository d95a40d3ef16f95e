-- People on the operator's list pay by bank transfer only, as if their account were restricted. The list is the setting
-- `bank_transfer_only`: an array of user ids. A restriction of the account itself ends with its first completed transfer.

create function app.activation_level_of(u app.users) returns text language sql stable as $$
  select case
    when exists (select from app.settings where key = 'bank_transfer_only' and value ? u.id) then 'YELLOW'
    when u.activation_level = 'YELLOW' and exists (
      select from app.operations where customer_id = app.customer_of(u) and kind = 'transfer' and state = 'paid') then 'GREEN'
    else u.activation_level
  end
$$;
grant execute on function app.activation_level_of(app.users) to jokko_app;

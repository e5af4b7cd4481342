use playcall_client::apis::calls_api::{ListCallsError, create_call, get_call, list_calls};
use playcall_client::apis::campaigns_api::create_campaign;
use playcall_client::apis::{Error, configuration::Configuration};
use playcall_client::models::{CallListEnvelope, ContactInput, CreateCall, CreateCampaign, ErrorEnvelope, Recall};
use serde_json::{Value, json};
use std::{collections::HashMap, env, error, time::Duration};

type Outcome<T> = Result<T, Box<dyn error::Error>>;

/// Places a call and reads it back.
async fn place_call(server: &Configuration, playbook: &str) -> Outcome<Value> {
    let mut wish = CreateCall::new("+15005550100".into(), playbook.parse()?);
    wish.firstname = Some(Some("Ada".into()));
    wish.params = Some(Some(HashMap::from([("order".into(), json!(1842))])));
    let created = create_call(server, wish, None).await?.data;
    let call = get_call(server, &created.call_id.to_string()).await?.data;
    Ok(json!({"call_id": call.id, "phone": call.phone, "params": call.params}))
}

/// Calls three contacts, who are tried again after half an hour and after an hour.
async fn call_contacts(server: &Configuration, playbook: &str, recall: Recall, phones: [&str; 3]) -> Outcome<Value> {
    let contacts = phones.map(|phone| ContactInput {
        first_name: Some(Some("Grace".into())),
        custom_fields: Some(Some(HashMap::from([("plan".into(), json!("gold"))]))),
        ..ContactInput::new(phone.into())
    });
    let mut wish = CreateCampaign::new(playbook.parse()?, contacts.into());
    wish.recall = Some(Box::new(recall));
    let created = create_campaign(server, wish, None).await?.data;
    Ok(json!({"campaign_id": created.campaign_id, "calls": created.calls}))
}

/// Reads the whole list of calls, two at a time.
async fn list_all_calls(server: &Configuration) -> Outcome<Value> {
    let (mut ids, mut pages, mut cursor) = (vec![], 0, None::<String>);
    loop {
        let page = list_calls(server, None, None, None, None, None, None, None, None, None, Some(2), cursor.as_deref());
        let page = page.await?.data;
        ids.extend(page.items.iter().map(|call| call.id));
        cursor = page.next_cursor;
        pages += 1;
        if cursor.is_none() {
            return Ok(json!({"pages": pages, "call_ids": ids}));
        }
    }
}

/// Asks for what is refused: more retries than there may be.
async fn be_refused(server: &Configuration, playbook: &str) -> Outcome<Value> {
    let mut wish = CreateCall::new("+15005550100".into(), playbook.parse()?);
    wish.recall = Some(Box::new(Recall::RecallMinutes((1..=11).collect())));
    match create_call(server, wish, None).await {
        Err(Error::ResponseError(refusal)) => {
            let error = serde_json::from_str::<ErrorEnvelope>(&refusal.content)?.error;
            let pointer = error.details.as_ref().map(|details| &details[0].pointer);
            Ok(json!({"status": refusal.status.as_u16(), "code": error.code, "pointer": pointer}))
        }
        other => Err(format!("not refused: {other:?}").into()),
    }
}

/// Asks too often, waits as long as it is told, and asks again.
async fn wait_at_the_limit(server: &Configuration) -> Outcome<Value> {
    loop {
        let Err(Error::ResponseError(refusal)) = list_one_call(server).await else { continue };
        let answer: ErrorEnvelope = serde_json::from_str(&refusal.content)?;
        let seconds = answer.error.retry_after.ok_or("no retry_after")?;
        tokio::time::sleep(Duration::from_secs(seconds.try_into()?)).await;
        list_one_call(server).await?;
        return Ok(json!({"status": refusal.status.as_u16(), "retry_after": seconds, "then": 200}));
    }
}

async fn list_one_call(server: &Configuration) -> Result<CallListEnvelope, Error<ListCallsError>> {
    list_calls(server, None, None, None, None, None, None, None, None, None, Some(1), None).await
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<()> {
    let playbook = &env::var("PLAYCALL_PLAYBOOK")?;
    let server = &Configuration {
        base_path: env::var("PLAYCALL_URL")?,
        bearer_access_token: Some(env::var("PLAYCALL_TOKEN")?),
        ..Configuration::new()
    };
    let minutes = Recall::RecallMinutes(vec![30, 60]);
    let text = Recall::RecallText("[30,60]".into());
    let seen = json!({
        "call": place_call(server, playbook).await?,
        "campaigns": [
            call_contacts(server, playbook, minutes, ["+15005550201", "+15005550202", "+15005550203"]).await?,
            call_contacts(server, playbook, text, ["+15005550301", "+15005550302", "+15005550303"]).await?,
        ],
        "list": list_all_calls(server).await?,
        "refused": be_refused(server, playbook).await?,
        "limited": wait_at_the_limit(server).await?,
    });
    println!("{seen}");
    Ok(())
}
